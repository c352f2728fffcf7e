import {
  combineSignals,
  isOperatorError,
  OperatorError,
  systemClock,
  catchFailure,
  escapeInvisibleInLines,
  hideSecrets,
} from '../base/index.ts';
import { assemble, type OperatorParts, selectControllers } from './assemble.ts';
import { stopOnFailure } from './failure-stop.ts';
import { lead } from './lead.ts';
import { createLogger, isErrorOfUse } from './logging/index.ts';
import type { OperatorDefinition, ProcessInput } from './operator-definition.ts';
import { parseSettings } from './settings/parse-settings.ts';
import { checkOperator, mergeSettings } from './operator-definition.ts';
import { describeNamespaces } from './selected-namespaces.ts';
import { serve } from './serve.ts';
import { listenForStop } from './signals.ts';
import { areEnabled } from './webhooks/webhook-settings.ts';
import { findUnboundedCaches } from './unbounded-caches.ts';
import type { Webhooks } from './webhooks/webhooks.ts';

/**
 * Runs an operator from its settings to its ordered stop.
 *
 * Start: HTTP servers, webhooks, caches, injected dependencies, and only then the campaign for leadership, so that a
 * standby can take over at once. Stop: no new work starts; running reconciles finish within the grace period; events
 * are flushed; the Lease is released; then webhooks, watches, injected dependencies, servers and connections end.
 * Nothing is left open.
 * @returns the exit code: 0 after an ordered stop; 1 if the operator could not start, if a reconcile ignored its signal
 *   for the grace period, or after an unexpected failure in the runtime or in the author's code
 */
export async function operate(operated: OperatorDefinition, input: ProcessInput): Promise<number> {
  const settings = readSettings(operated, input);
  if (settings === undefined) return 1;
  const logger = createLogger({ level: settings.logLevel, format: settings.logFormat });
  using request = listenForStop(process, logger);
  const withinMs = settings.gracePeriodSeconds * 1000 + stopTakesMs;
  using failure = stopOnFailure(process, { logger, clock: systemClock, withinMs });
  const { failed } = failure;
  const stop = combineSignals(request.signal, failure.signal, input.signal);
  logger.info('operator starts', {
    operator: operated.name,
    version: operated.version,
    node: process.version,
    controllers: selectControllers(operated, settings).map(({ name }) => name),
    namespaces: describeNamespaces(settings),
    ...(settings.dryRun && { dryRun: true }),
  });
  warnOfUnboundedCaches({ operated, settings, logger });
  try {
    await run(await assemble({ operated, settings, logger, stop, failed }));
    return failure.exitCode;
  } catch (error) {
    if (failure.exitCode === 1 || (stop.aborted && error === stop.reason)) return failure.exitCode;
    if (isErrorOfUse(error) && settings.logFormat === 'text') printError(operated, error);
    else logger.error(error, 'operator failed');
    return 1;
  }
}

const unboundedHint =
  'use named(…) or gets(…), select with labelSelector or fieldSelector, read onlyMetadata(…), or watch named namespaces';

function warnOfUnboundedCaches({
  operated,
  settings,
  logger,
}: Pick<OperatorParts, 'operated' | 'settings' | 'logger'>): void {
  if (describeNamespaces(settings) !== 'all') return;
  for (const cache of findUnboundedCaches(selectControllers(operated, settings)))
    logger.warn('a cache contains all objects of a kind in the cluster, with their data', {
      ...cache,
      hint: unboundedHint,
    });
}

/**
 * Time limit in milliseconds for releasing the Lease and ending watches, injected dependencies, servers and
 * connections.
 */
const stopTakesMs = 30_000;

/** Prints an error without a time and fields, for a user at a terminal. */
function printError({ name }: OperatorDefinition, { message }: OperatorError): void {
  process.stderr.write(`${name}: ${escapeInvisibleInLines(hideSecrets(message))}\n`);
}

function readSettings(
  operated: OperatorDefinition,
  { argv, env }: ProcessInput,
): OperatorParts['settings'] | undefined {
  try {
    checkOperator(operated);
    const controllers = operated.controllers.map(({ name }) => name);
    const { name, version } = operated;
    return parseSettings(argv, env, { name, version, controllers, settings: mergeSettings(operated) });
  } catch (error) {
    if (!isOperatorError(error)) throw error;
    printError(operated, error);
    return undefined;
  }
}

async function run(parts: OperatorParts): Promise<void> {
  const { caches, client, logger, injected, failed } = parts;
  const watching = new AbortController();
  try {
    const webhooks = await serveWebhooks(parts, watching.signal);
    await using _servers = await serve({ ...parts, webhooks }, watching.signal);
    const watches = caches.run(watching.signal).catch(failed);
    try {
      await warmUp(parts);
      await lead(parts);
    } finally {
      await webhooks?.end();
      watching.abort(new OperatorError('STOPPED', 'watch'));
      await watches;
      await injected[Symbol.asyncDispose]();
    }
  } finally {
    // Also needed if the servers could not start, because certificate files may already be watched.
    watching.abort(new OperatorError('STOPPED', 'watch'));
    await client.transport.close();
    logger.info('operator stopped');
  }
}

/**
 * Starts the webhook server if the operator needs one. Does not wait for caches, because a cache may sync only when the
 * conversion webhook responds.
 */
async function serveWebhooks(parts: OperatorParts, signal: AbortSignal): Promise<Webhooks | undefined> {
  if (!areEnabled(parts.operated, parts.settings)) return undefined;
  // Lazy: most operators have no webhooks.
  const { createWebhooks } = await import('./create-webhooks.ts');
  const webhooks = createWebhooks(parts, signal);
  catchFailure(webhooks.start(), (error) => {
    if (!signal.aborted) parts.failed(error);
  });
  return webhooks;
}

/** Starts caches and injected dependencies, so that a standby can take over at once. */
async function warmUp({ caches, injected, logger, stop }: OperatorParts): Promise<void> {
  await caches.waitForSync(stop);
  logger.info('caches are warm');
  await injected.create(stop);
}
