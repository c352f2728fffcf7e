import { Lease } from '../../kinds/index.ts';
import type { Leadership } from '../../controller/index.ts';
import { LeaseLock } from './lease-lock.ts';
import { Observation } from './observation.ts';
import type { ElectionSettings } from './options.ts';
import type { Clock } from '../../base/index.ts';

/** What all steps of an election share. */
export interface Election {
  readonly settings: ElectionSettings;
  readonly lock: LeaseLock;
  readonly observation: Observation;
  /** Does the leader's work for one term. */
  readonly lead: (leadership: Leadership) => Promise<void>;
  /** Aborts when the process begins its graceful stop. */
  readonly signal: AbortSignal;
}

/** Creates an election. Sends no request. */
export function createElection(settings: ElectionSettings, lead: Election['lead'], signal: AbortSignal): Election {
  const observation = new Observation(settings.clock, settings.leaseDurationMs);
  const lock = new LeaseLock({
    clock: settings.clock,
    leases: settings.client.resource(Lease),
    key: settings.lease,
    identity: settings.identity,
    leaseDurationMs: settings.leaseDurationMs,
    callTimeoutMs: settings.renewDeadlineMs / 2,
    observation,
    onSlowPath: () => {
      settings.observer.onSlowpath(settings.lease.name);
    },
  });
  return { settings, lock, observation, lead, signal };
}

/** Resolves after `delayMs`, or as soon as `signal` aborts; the caller then checks the signal. Never rejects. */
export function pause(clock: Pick<Clock, 'after'>, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const end = (): void => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.after(delayMs, end);
    signal.addEventListener('abort', end, { once: true });
  });
}
