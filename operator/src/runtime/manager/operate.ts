import { anySignal, isOperatorError, OperatorError } from '../base/index.ts';
import { assemble, type Parts, selected } from './assemble.ts';
import { type Check, healthEndpoint, textEndpoint } from './health.ts';
import { type HttpServers, startHttpServers } from './http-server.ts';
import { lead } from './lead.ts';
import { createLogger } from './logging.ts';
import type { OperatorDefinition, ProcessInput } from './operator-definition.ts';
import { parseSettings } from './settings/index.ts';
import { settingsOf } from './operator-definition.ts';
import { listenForStop } from './signals.ts';

/**
 * Runs an operator from its settings to its ordered stop.
 *
 * Start: HTTP servers, caches, and only then the campaign for leadership, so that a standby can take over at once.
 * Stop: no new work; running reconciles finish within the grace period; events are flushed; the Lease is released; then
 * watches, servers and connections end.
 *
 * @returns 0 after an ordered stop; 1 if it could not start, or a reconcile ignored its signal for the grace period
 */
export async function operate(operated: OperatorDefinition, input: ProcessInput): Promise<number> {
  const settings = readSettings(operated, input);
  if (settings === undefined) return 1;
  const logger = createLogger({ level: settings.logLevel, format: settings.logFormat });
  using request = listenForStop(process, logger);
  const stop = anySignal(request.signal, input.signal);
  logger.info('operator starts', {
    operator: operated.name,
    version: operated.version,
    node: process.version,
    controllers: selected(operated, settings).map(({ name }) => name),
    namespaces: settings.watchNamespaces.length > 0 ? settings.watchNamespaces : 'all',
  });
  try {
    await run(await assemble({ operated, settings, logger, stop }));
    return 0;
  } catch (error) {
    if (stop.aborted && error === stop.reason) return 0;
    logger.error(error, 'operator failed');
    return 1;
  }
}

function readSettings(operated: OperatorDefinition, { argv, env }: ProcessInput): Parts['settings'] | undefined {
  try {
    const controllers = operated.controllers.map(({ name }) => name);
    const { name, version } = operated;
    return parseSettings(argv, env, { name, version, controllers, settings: settingsOf(operated) });
  } catch (error) {
    if (!isOperatorError(error)) throw error;
    process.stderr.write(`${operated.name}: ${error.message}\n`);
    return undefined;
  }
}

async function run(parts: Parts): Promise<void> {
  const { caches, client, logger, stop, tools } = parts;
  const watching = new AbortController();
  let warm = false;
  await using _servers = await serve(parts, () => warm || 'the caches are not filled yet');
  const watches = caches.run(watching.signal);
  try {
    await caches.whenSynced(stop);
    warm = true;
    logger.info('caches are warm');
    await lead(parts);
  } finally {
    watching.abort(new OperatorError('STOPPED', 'watch'));
    await watches;
    await tools[Symbol.asyncDispose]();
    await client.transport.close();
    logger.info('operator stopped');
  }
}

function serve({ settings, metrics, logger }: Parts, filled: Check): Promise<HttpServers> {
  const { bindAddress, healthPort, metricsPort } = settings;
  const health = {
    '/healthz': healthEndpoint('healthz', { ping: () => true }),
    '/readyz': healthEndpoint('readyz', { caches: filled }),
  };
  const numbers = { '/metrics': textEndpoint(metrics.contentType, () => metrics.text()) };
  return startHttpServers({
    bindAddress,
    logger,
    listeners: [
      { purpose: 'health', port: healthPort, endpoints: health },
      { purpose: 'metrics', port: metricsPort, endpoints: numbers },
    ],
  });
}
