import { anySignal, type Clock, keyText, type KubeObject, type Logger, sleepWith } from '../base/index.ts';
import { createKeyBackoff } from '../queue/index.ts';
import type { ControllerDefinition } from '../reconcile/index.ts';
import type { Leadership } from './leadership.ts';

/** What triggers need. */
export interface TriggersOptions {
  readonly definition: ControllerDefinition;
  readonly clock: Clock;
  readonly log: Logger;
  readonly tools?: Readonly<Record<string, unknown>>;
  readonly leadership: Leadership;
  readonly stop: AbortSignal;
  /** All resources, as they are now. */
  readonly resources: () => readonly KubeObject[];
  readonly enqueue: (key: string) => void;
}

/** Runs the triggers of a controller until `stop` or the end of leadership; resolves once none runs any more. */
export async function runTriggers(options: TriggersOptions): Promise<void> {
  const over = anySignal(options.stop, options.leadership.signal);
  await Promise.all(Object.keys(options.definition.triggers).map((name) => keepRunning(options, name, over)));
}

/** A trigger that fails is called again, later each time until it tells something. */
async function keepRunning(options: TriggersOptions, name: string, over: AbortSignal): Promise<void> {
  const { clock, log } = options;
  const backoff = createKeyBackoff(Math.random, { baseMs: 1000, maxMs: 60_000 });
  for (;;) {
    try {
      await listen(options, name, { over, told: () => backoff.forget(name) });
      if (!over.aborted) log.info('trigger ended', { trigger: name });
      return;
    } catch (error) {
      if (aborted(over)) return;
      const delayMs = backoff.failed(name);
      log.error(error, 'trigger failed, it is called again', { trigger: name, delayMs });
      await sleepWith(clock, delayMs, over).catch(() => undefined);
      if (aborted(over)) return;
    }
  }
}

/** Until it ends, or must: one that waits for something outside is not waited for. */
async function listen(
  { definition, clock, log, tools = {}, resources, enqueue }: TriggersOptions,
  name: string,
  { over, told }: { readonly over: AbortSignal; readonly told: () => void },
): Promise<void> {
  const trigger = definition.triggers[name];
  const keys = trigger?.({ ...tools, log, clock, signal: over, resources })[Symbol.asyncIterator]();
  const end = new Promise<undefined>((resolve) => {
    over.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  while (keys !== undefined && !over.aborted) {
    const next = await Promise.race([keys.next(), end]);
    if (next?.done !== false) return;
    told();
    enqueue(keyText(next.value));
  }
}

/** The compiler believes that a signal that was not aborted before a wait is not aborted after it. */
function aborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
