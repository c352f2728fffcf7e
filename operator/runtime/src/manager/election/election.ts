import { Lease } from '../../kinds/index.ts';
import type { Leadership } from '../../controller/index.ts';
import { LeaseLock } from './lease-lock.ts';
import { Observation } from './observation.ts';
import type { ElectionSettings } from './options.ts';

/** What every step of an election uses. */
export interface Election {
  readonly settings: ElectionSettings;
  readonly lock: LeaseLock;
  readonly observation: Observation;
  /** The work to do while leading. */
  readonly lead: (leadership: Leadership) => Promise<void>;
  /** The graceful stop. */
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
      settings.observer.slowPath(settings.lease.name);
    },
  });
  return { settings, lock, observation, lead, signal };
}
