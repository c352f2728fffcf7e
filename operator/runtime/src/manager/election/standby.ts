import { combineSignals, type CancelTimer } from '../../base/index.ts';
import { Lease } from '../../kinds/index.ts';
import { type WatchEvent, watchObjects } from '../../watch/index.ts';
import type { Observation } from './observation.ts';
import type { ElectionSettings } from './options.ts';

/**
 * Watches the Lease until a claim can succeed: its holder released it, or counts as dead. Resolves then, or when
 * `signal` aborts, with no open connection. Never rejects. If the watch fails silently, the holder counts as dead after
 * the duration of the Lease, and the claim reads the Lease first.
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
  // RBAC can limit a list or watch to one name only if the field selector states it.
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
