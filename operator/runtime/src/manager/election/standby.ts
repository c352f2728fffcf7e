import { combineSignals, type CancelTimer } from '../../base/index.ts';
import { Lease } from '../../kinds/index.ts';
import { type WatchEvent, watchObjects } from '../../watch/index.ts';
import type { Observation } from './observation.ts';
import type { ElectionSettings } from './options.ts';

/**
 * Watches the lease until a claim can succeed: its holder released it, or counts as dead. Resolves then, or when
 * `signal` aborts, with nothing left open; never rejects. If the watch fails silently, the holder counts as dead after
 * the lease duration anyway, and a claim starts with a read of the lease.
 */
export async function waitUntilClaimable(
  settings: ElectionSettings,
  observation: Observation,
  signal: AbortSignal,
): Promise<void> {
  const { client, clock, logger, random, watchList, identity, lease } = settings;
  const claimable = new AbortController();
  let cancelTimer: CancelTimer | undefined;
  const look = (): void => {
    cancelTimer?.();
    if (observation.isClaimableBy(identity)) claimable.abort();
    else cancelTimer = clock.after(observation.remainingMs, look);
  };
  look();
  const resource = client.resource(Lease);
  // Selected by name, so that a role can be limited to this Lease: RBAC takes the name of a list or watch from this
  // selector.
  const selection = { namespace: lease.namespace, fieldSelector: `metadata.name=${lease.name}` };
  const onEvent = (event: WatchEvent<Lease>): void => {
    observation.seeIfNewer(getLease(event));
    look();
  };
  const options = { resource, selection, clock, logger, random, watchList, onEvent };
  await watchObjects(options, combineSignals(signal, claimable.signal));
  cancelTimer?.();
}

function getLease(event: WatchEvent<Lease>): Lease | undefined {
  switch (event.type) {
    case 'replaced':
      return event.items[0];
    case 'applied':
      return event.object;
    case 'deleted':
    case 'bookmark':
      return undefined;
  }
}
