import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { bestOfThree } from './support/best-of-three.ts';
import { type FaultCluster, startFaultCluster } from './support/fault-cluster.ts';
import { Load, schedules } from './support/load.ts';
import { Pair } from './support/pair.ts';

/** The Lease duration of a pair of replicas, in milliseconds. */
const leaseDurationMs = 3_000;
/** Milliseconds within which the other replica must lead after the Lease is released or has expired. */
const promisedMs = 2_000;

describe('a leader that ends', () => {
  let cluster: FaultCluster;

  beforeAll(async () => {
    cluster = await startFaultCluster({ controllers: false });
  });

  afterAll(async () => {
    await cluster[Symbol.asyncDispose]();
  });

  it.each([
    { how: 'asked to stop', signal: 'SIGTERM', withinMs: promisedMs, why: '2 s' },
    { how: 'killed', signal: 'SIGKILL', withinMs: leaseDurationMs + promisedMs, why: 'its Lease and 2 s' },
  ] as const)(
    'EC-A6 is followed by the other replica within $why when it is $how',
    async ({ how, signal, withinMs }) => {
      const tookMs = await bestOfThree(`the other replica led after a leader was ${how}`, withinMs, (attempt) =>
        measureHandover(`${signal.toLowerCase()}-${String(attempt)}`, signal),
      );
      expect(tookMs).toBeLessThan(withinMs);
    },
  );

  /**
   * Sends a signal to the leader of a new pair. Returns the time until the other replica acquires the Lease, in
   * milliseconds.
   */
  async function measureHandover(namespace: string, signal: NodeJS.Signals): Promise<number> {
    const load = new Load({ ...cluster, namespace: await cluster.newNamespace(namespace) }, schedules, 8);
    await load.writeAll();
    const pair = await Pair.start(cluster, load);
    await load.waitUntilUpToDate(120_000);
    const leader = await pair.leader();
    const signalledAt = Date.now();
    leader.operator.signal(signal);
    const other = await pair.leader(leader);
    const { spec } = await pair.lease();
    await other.operator.stop();
    return Date.parse(spec.acquireTime ?? '') - signalledAt;
  }
});
