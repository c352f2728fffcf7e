import { parseDurationMs, formatKind } from '../base/index.ts';
import type { OperatorParts } from './assemble.ts';
import { exceptOwnConversions, watchCacheHealth } from './health/cache-health.ts';
import { watchServedKinds } from './health/served-kinds.ts';
import { type Checks, createHealthEndpoint } from './health/health-endpoint.ts';
import { type Endpoint, createTextEndpoint } from './http/endpoint.ts';
import { type HttpServers, type Listener, startHttpServers } from './http/http-server.ts';

/** The parts of a process, with its webhooks if it has some. */
interface ServedParts extends OperatorParts {
  readonly webhooks: { readonly checks: Checks } | undefined;
}

/**
 * Starts the HTTP servers of a process: health checks for the kubelet, metrics for Prometheus. Errors:
 * `SETTINGS_INVALID`.
 */
export async function serve(parts: ServedParts, signal: AbortSignal): Promise<HttpServers> {
  const { settings, logger } = parts;
  const { bindAddress, metricsEnabled, metricsBindAddress, metricsSecure: secureMetrics } = settings;
  const ofMetrics = metricsEnabled ? [await createMetricsListener(parts, signal)] : [];
  const servers = await startHttpServers({ logger, listeners: [createHealthListener(parts, signal), ...ofMetrics] });
  const [health, metrics] = servers.ports;
  logger.info('listening', {
    bindAddress,
    health,
    ...(metricsEnabled && { metricsBindAddress, metrics, secureMetrics }),
  });
  return servers;
}

function createHealthListener(parts: ServedParts, signal: AbortSignal): Listener {
  const { bindAddress: address, healthPort: port } = parts.settings;
  return { purpose: 'health', address, port, endpoints: createHealthEndpoints(parts, signal) };
}

async function createMetricsListener(parts: OperatorParts, signal: AbortSignal): Promise<Listener> {
  const { settings, metrics } = parts;
  const { metricsBindAddress: address, metricsPort: port, metricsPath } = settings;
  const endpoints = { [metricsPath]: createTextEndpoint(metrics.contentType, () => metrics.renderText()) };
  return { purpose: 'metrics', address, port, endpoints, ...(await createSecurity(parts, signal)) };
}

function createHealthEndpoints(parts: ServedParts, signal: AbortSignal): Readonly<Record<string, Endpoint>> {
  const { operated, settings, caches, injected, clock, logger, metrics, webhooks } = parts;
  const timeoutMs = parseDurationMs(settings.cacheSyncTimeout);
  const converted = webhooks === undefined ? [] : (operated.conversions ?? []).map(({ hub }) => formatKind(hub));
  const cacheHealth = watchCacheHealth({ caches, clock, logger, metrics: metrics.caches, timeoutMs });
  signal.addEventListener('abort', () => cacheHealth[Symbol.dispose](), { once: true });
  const served = watchServedKinds(operated.apis ?? [], {
    ...{ transport: parts.client.transport, clock, logger, timeoutMs, signal, failed: parts.failed },
  });
  return {
    '/healthz': createHealthEndpoint('healthz', { ping: () => true }),
    '/readyz': createHealthEndpoint('readyz', {
      ...exceptOwnConversions({ ...cacheHealth.checks, ...injected.checks }, { kinds: converted, caches }),
      ...served,
      credentials: parts.credentialsHealth,
      ...createElectionChecks(parts),
      ...webhooks?.checks,
    }),
  };
}

function createElectionChecks({ settings, electionHealth }: OperatorParts): Checks {
  return settings.leaderElect ? { 'leader-election': electionHealth.check } : {};
}

async function createSecurity(parts: OperatorParts, signal: AbortSignal): Promise<Pick<Listener, 'tls' | 'guard'>> {
  const { settings, client, clock, logger, metrics, operated, failed } = parts;
  if (!settings.metricsSecure) return {};
  const { podName, metricsCertDir } = settings;
  // Lazy: most processes serve metrics without TLS.
  const { createSecureListener } = await import('./secure-metrics/secure-listener.ts');
  return createSecureListener({
    transport: client.transport,
    clock,
    logger,
    failed,
    observer: metrics.certificate,
    hostNames: [`${operated.name}-metrics`, podName, 'localhost'],
    ...(metricsCertDir !== undefined && { folder: metricsCertDir }),
    signal,
  });
}
