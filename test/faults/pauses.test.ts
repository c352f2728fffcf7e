import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { until } from '../support/until.ts';
import { Random } from './churn/random.ts';
import { countRequests } from './support/expect-recovery.ts';
import { type FaultCluster, startFaultCluster } from './support/fault-cluster.ts';
import { Load, schedules } from './support/load.ts';
import { Pair, type Replica } from './support/pair.ts';
import {
  listBegunAfter,
  hasEmittedBefore,
  listLateWrites,
  type Pause,
  listUnlogged,
  wasBusy,
  readWritesByReplica,
} from './support/pause.ts';
import { printProgress } from './support/progress.ts';
import { recordRecovery } from './support/recoveries.ts';
import type { Write } from './support/writes.ts';

const pairCount = 5;
const pausesPerPair = 20;
const random = new Random(2_026);

describe(`a leader that is paused past its Lease at ${String(pairCount * pausesPerPair)} random points`, () => {
  let cluster: FaultCluster;
  let pairs: readonly Pair[];
  const pauses: Pause[] = [];
  /** Pairs whose leader is stopped. Their objects are changed less often, because no replica handles the changes. */
  const leaderless = new Set<Pair>();

  beforeAll(async () => {
    cluster = await startFaultCluster({ controllers: false });
    const starts = Array.from({ length: pairCount }, async (_, index) => {
      const namespace = await cluster.newNamespace(`pauses-${String(index)}`);
      const load = new Load({ ...cluster, namespace }, schedules, 8);
      await load.writeAll();
      return Pair.start(cluster, load);
    });
    pairs = await Promise.all(starts);
    await Promise.all(pairs.map(({ load }) => load.waitUntilUpToDate(120_000)));
  });

  afterAll(async () => {
    await cluster[Symbol.asyncDispose]();
  });

  async function keepBusy(pair: Pair, over: AbortSignal): Promise<void> {
    const { load } = pair;
    for (let index = 0; !over.aborted; index += 1) {
      for (const kind of load.type.kinds) await load.writeOne(kind, index % load.size);
      // Causes an event, because the operator emits one for each CronJob that it creates again; events are sent
      // concurrently with other writes.
      if (index % 7 === 0) await load.deleteCronJob(index % load.size);
      await sleep(leaderless.has(pair) ? 300 : 20);
    }
  }

  async function pauseOften(pair: Pair): Promise<void> {
    for (let times = 0; times < pausesPerPair;) {
      const pause = await pauseOnce(pair);
      // Does not count a pause before which the leader has lost its Lease, as may happen on a busy machine.
      if (pause === undefined) continue;
      times += 1;
      pauses.push(pause);
      if (pauses.length % 20 === 0) printProgress(`${String(pauses.length)} leaders were paused`);
    }
  }

  /**
   * Stops the leader at a random time, waits until the other replica has acquired the Lease, and resumes the first one.
   */
  async function pauseOnce(pair: Pair): Promise<Pause | undefined> {
    const leader = await pair.leader();
    await sleep(random.below(1_000));
    const stoppedAt = Date.now();
    leader.operator.signal('SIGSTOP');
    leaderless.add(pair);
    const ledThen = (await pair.holder()) === leader;
    await pair.leader(leader);
    leaderless.delete(pair);
    const transitions = await pair.transitions();
    await sleep(random.below(200));
    const resumedAt = Date.now();
    leader.operator.signal('SIGCONT');
    // Also true if the resumed replica has led again before this check, as may happen on a busy machine.
    const leadsAgain = async (): Promise<boolean> => (await pair.transitions()) > transitions;
    const hasNoticed = async (): Promise<boolean> => (await isStandby(leader)) || (await leadsAgain());
    await until('the resumed replica has noticed that it does not lead', hasNoticed, { everyMs: 50 });
    return ledThen && !(await leadsAgain()) ? { replica: leader, stoppedAt, resumedAt } : undefined;
  }

  it('alternates with the other replica, and everything is up to date after the last pause', async () => {
    const over = new AbortController();
    const before = await countAllRequests(pairs);
    const pausing = Promise.all(pairs.map((pair) => pauseOften(pair))).finally(() => over.abort());
    await Promise.all([pausing, ...pairs.map((pair) => keepBusy(pair, over.signal))]);
    const endedAt = performance.now();
    await Promise.all(pairs.map(({ load }) => load.waitUntilUpToDate(60_000)));
    recordRecovery({
      fault: `leader paused past its Lease of 3 s, ${String(pauses.length)} times in ${String(pairCount)} pairs`,
      recoveredMs: performance.now() - endedAt,
      requests: (await countAllRequests(pairs)) - before,
    });
  });

  it('begins no write after it is resumed, according to its own log, which the audit log confirms', async () => {
    const writes = await readWritesByReplica(pairs, cluster.controlPlane.auditLogPath);
    expect([...writes.values()].flatMap(listUnlogged).map(formatWrite)).toEqual([]);
    const each = pauses.map((pause) => [pause, writes.get(pause.replica)!] as const);
    expect(each.filter((one) => wasBusy(...one)).length).toBeGreaterThan(0);
    expect(each.filter((one) => hasEmittedBefore(...one)).length).toBeGreaterThan(0);
    const late = each.flatMap((one) => listLateWrites(...one));
    printProgress([`${String(late.length)} writes were in flight as a pause began`, ...late].join('\n'));
    expect(each.flatMap((one) => listBegunAfter(...one)).map(formatWrite)).toEqual([]);
  });

  it('is still the same process after these pauses, and stops with exit code 0', async () => {
    await Promise.all(pairs.flatMap(({ replicas }) => replicas.map(({ operator }) => operator.stop())));
  });
});

async function isStandby({ operator }: Replica): Promise<boolean> {
  return (await operator.samples('leader_election_master_status')).every((value) => value === 0);
}

async function countAllRequests(pairs: readonly Pair[]): Promise<number> {
  const counts = pairs.flatMap(({ replicas }) => replicas.map(({ operator }) => countRequests(operator)));
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

function formatWrite({ text, atMs }: Write): string {
  return `${new Date(atMs).toISOString()} ${text}`;
}
