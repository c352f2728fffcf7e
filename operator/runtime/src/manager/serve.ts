import { durationMs, kindText } from '../base/index.ts';
import type { Parts } from './assemble.ts';
import { apartFromOwnConversions, watchCacheHealth } from './health/cache-health.ts';
import { type Checks, healthEndpoint } from './health/health-endpoint.ts';
import { type Endpoint, textEndpoint } from './http/endpoint.ts';
import { type HttpServers, type Listener, startHttpServers } from './http/http-server.ts';

/** The parts of a process, and its webhooks, if it has some. */
interface Served extends Parts {
  readonly webhooks: { readonly checks: Checks } | undefined;
}

/** The HTTP servers of a process: health for the kubelet, metrics for Prometheus. Errors: `SETTINGS_INVALID`. */
export async function serve(parts: Served, signal: AbortSignal): Promise<HttpServers> {
  const { settings, logger } = parts;
  const { bindAddress, metricsEnabled, metricsBindAddress, metricsSecure: secureMetrics } = settings;
  const ofMetrics = metricsEnabled ? [await metricsListener(parts, signal)] : [];
  const servers = await startHttpServers({ logger, listeners: [healthListener(parts, signal), ...ofMetrics] });
  const [health, metrics] = servers.ports;
  logger.info('listening', {
    bindAddress,
    health,
    ...(metricsEnabled && { metricsBindAddress, metrics, secureMetrics }),
  });
  return servers;
}

function healthListener(parts: Served, signal: AbortSignal): Listener {
  const { bindAddress: address, healthPort: port } = parts.settings;
  return { purpose: 'health', address, port, endpoints: healthOf(parts, signal) };
}

async function metricsListener(parts: Parts, signal: AbortSignal): Promise<Listener> {
  const { settings, metrics } = parts;
  const { metricsBindAddress: address, metricsPort: port, metricsPath } = settings;
  const endpoints = { [metricsPath]: textEndpoint(metrics.contentType, () => metrics.text()) };
  return { purpose: 'metrics', address, port, endpoints, ...(await security(parts, signal)) };
}

function healthOf(parts: Served, signal: AbortSignal): Readonly<Record<string, Endpoint>> {
  const { operated, settings, caches, injected, clock, logger, metrics, webhooks } = parts;
  const timeoutMs = durationMs(settings.cacheSyncTimeout);
  const converted = webhooks === undefined ? [] : (operated.conversions ?? []).map(({ hub }) => kindText(hub));
  const cacheHealth = watchCacheHealth({ caches, clock, logger, metrics: metrics.caches, timeoutMs });
  signal.addEventListener('abort', () => cacheHealth[Symbol.dispose](), { once: true });
  return {
    '/healthz': healthEndpoint('healthz', { ping: () => true }),
    '/readyz': healthEndpoint('readyz', {
      ...apartFromOwnConversions({ ...cacheHealth.checks, ...injected.checks }, { kinds: converted, caches }),
      credentials: parts.credentialsHealth,
      ...electionChecks(parts),
      ...webhooks?.checks,
    }),
  };
}

function electionChecks({ settings, electionHealth }: Parts): Checks {
  return settings.leaderElect ? { 'leader-election': electionHealth.check } : {};
}

async function security(parts: Parts, signal: AbortSignal): Promise<Pick<Listener, 'tls' | 'guard'>> {
  const { settings, client, clock, logger, metrics, operated, failed } = parts;
  if (!settings.metricsSecure) return {};
  const { podName, metricsCertDir } = settings;
  // Lazy: most processes do not need it.
  const { secureListener } = await import('./secure-metrics/secure-listener.ts');
  return secureListener({
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
