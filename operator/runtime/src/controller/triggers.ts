import {
  combineSignals,
  type Clock,
  isAborted,
  formatKey,
  type KubeObject,
  type Logger,
  type ObjectKey,
  sleepWith,
} from '../base/index.ts';
import { type Causes, createCause, createKeyBackoff } from '../queue/index.ts';
import type { ControllerDefinition } from '../reconcile/index.ts';
import { consumeTrigger } from './consume-trigger.ts';
import type { Leadership } from './leadership.ts';
import { createPeriodicTrigger } from './periodic-trigger.ts';

export interface TriggersOptions {
  readonly definition: Pick<ControllerDefinition, 'triggers'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly injected?: Readonly<Record<string, unknown>>;
  /** Whether the controller runs in dry-run mode. @default false */
  readonly dryRun?: boolean;
  readonly leadership: Pick<Leadership, 'signal'>;
  readonly stop: AbortSignal;
  /**
   * Returns random numbers in [0, 1) for the jitter of waits after failures; 0 gives the full wait. @default
   * Math.random
   */
  readonly random?: () => number;
  /** Returns all current resources of the controller. */
  readonly resources: () => readonly KubeObject[];
  readonly enqueue: (key: string, causes: Causes) => void;
}

type Trigger = ControllerDefinition['triggers'][string];

/**
 * Runs the triggers of a controller until `stop` aborts or the leadership ends. Guarantees: enqueues nothing
 * afterwards; calls `return` on a trigger that does not end, and abandons it after two seconds; starts a failed trigger
 * again, after waits that grow until it yields a key.
 */
export async function runTriggers(options: TriggersOptions): Promise<void> {
  const over = combineSignals(options.stop, options.leadership.signal);
  const { triggers } = options.definition;
  await Promise.all(
    Object.entries(triggers).map(([name, trigger]) => {
      const log = options.log.child({ trigger: name });
      const causes = [createCause(`trigger ${name}`)];
      const enqueue = (key: string): void => {
        options.enqueue(key, causes);
      };
      return keepListening({ ...options, log, enqueue }, trigger, over);
    }),
  );
}

interface Listening extends Omit<TriggersOptions, 'enqueue'> {
  readonly enqueue: (key: string) => void;
}

async function keepListening(options: Listening, trigger: Trigger, over: AbortSignal): Promise<void> {
  const { clock, log, random = Math.random, injected, dryRun = false, resources, enqueue } = options;
  const backoff = createKeyBackoff(random, { baseMs: 1000, maxMs: 60_000 });
  const succeeded = (): void => backoff.forget('');
  const onKey = (key: ObjectKey): void => {
    enqueue(formatKey(key));
    succeeded();
  };
  const listen =
    typeof trigger === 'function' ? trigger : createPeriodicTrigger(trigger, { clock, random, over, succeeded });
  while (!over.aborted) {
    try {
      const keys = listen({ ...injected, dryRun, log, clock, signal: over, resources });
      await consumeTrigger(keys, onKey, { clock, log, over });
      if (!isAborted(over)) log.info('a trigger has ended');
      return;
    } catch (error) {
      if (isAborted(over)) return;
      const delayMs = backoff.recordFailure('');
      log.error(error, 'a trigger failed; it is restarted', { delayMs: Math.round(delayMs) });
      await sleepWith(clock, delayMs, over).catch(() => undefined);
    }
  }
}
