import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { until } from '../support/until.ts';
import { Random } from './churn/random.ts';
import { type FaultCluster, startFaultCluster } from './support/fault-cluster.ts';
import { Load, schedules } from './support/load.ts';
import { Pair, type Replica } from './support/pair.ts';
import { begunAfter, lateOf, type Pause, toldBefore, untold, wasBusy, writtenBy } from './support/pause.ts';
import { progress } from './support/progress.ts';
import { requestsOf } from './support/recovers.ts';
import { recordRecovery } from './support/recoveries.ts';
import type { Write } from './support/writes.ts';

const pairCount = 4;
const pausesPerPair = 25;
const random = new Random(2_026);

describe(`a leader that is paused past its Lease at ${String(pairCount * pausesPerPair)} random points`, () => {
  let cluster: FaultCluster;
  let pairs: readonly Pair[];
  const pauses: Pause[] = [];

  beforeAll(async () => {
    cluster = await startFaultCluster();
    const starts = Array.from({ length: pairCount }, async (_, index) => {
      const namespace = await cluster.newNamespace(`pauses-${String(index)}`);
      const load = new Load({ ...cluster, namespace }, schedules, 8);
      await load.write();
      return Pair.start(cluster, load);
    });
    pairs = await Promise.all(starts);
    await Promise.all(pairs.map(({ load }) => load.atRest(60_000)));
  });

  afterAll(async () => {
    await cluster[Symbol.asyncDispose]();
  });

  /** Keeps the leader of a pair busy until `over` aborts. */
  async function stir({ load }: Pair, over: AbortSignal): Promise<void> {
    for (let index = 0; !over.aborted; index += 1) {
      for (const kind of load.sort.kinds) await load.writeOne(kind, index % load.size);
      // Events are sent beside the work, and are writes, too.
      if (index % 7 === 0) await load.removeSchedule(index % load.size);
      await sleep(20);
    }
  }

  /** Pauses leaders of a pair as often as it is asked for. */
  async function pauseOften(pair: Pair): Promise<void> {
    for (let times = 0; times < pausesPerPair;) {
      const pause = await pauseOnce(pair);
      // It may have lost its Lease by itself at that very moment, on a machine that is too slow.
      if (pause === undefined) continue;
      times += 1;
      pauses.push(pause);
      if (pauses.length % 20 === 0) progress(`${String(pauses.length)} leaders were paused`);
    }
  }

  /** Stops who leads, anywhere in its work, lets the other one take the Lease, and lets the first go on. */
  async function pauseOnce(pair: Pair): Promise<Pause | undefined> {
    const leader = await pair.leader();
    await sleep(random.below(1_000));
    const stoppedAt = Date.now();
    leader.operator.signal('SIGSTOP');
    const ledThen = (await pair.holder()) === leader;
    await pair.leader(leader);
    const taken = await pair.transitions();
    await sleep(random.below(200));
    const resumedAt = Date.now();
    leader.operator.signal('SIGCONT');
    // While this process is held up, it may come to lead again.
    const leadsAgain = async (): Promise<boolean> => (await pair.transitions()) > taken;
    const knows = async (): Promise<boolean> => (await looksOn(leader)) || (await leadsAgain());
    await until('it knows that it does not lead', knows, { everyMs: 20 });
    return ledThen && !(await leadsAgain()) ? { replica: leader, stoppedAt, resumedAt } : undefined;
  }

  it('does its work as two that take turns, and all is well in the end', async () => {
    const over = new AbortController();
    const before = await requestsOfAll(pairs);
    const pausing = Promise.all(pairs.map((pair) => pauseOften(pair))).finally(() => over.abort());
    await Promise.all([pausing, ...pairs.map((pair) => stir(pair, over.signal))]);
    const endedAt = performance.now();
    await Promise.all(pairs.map(({ load }) => load.atRest(60_000)));
    recordRecovery({
      fault: `leader paused past its Lease of 3 s, ${String(pauses.length)} times in ${String(pairCount)} pairs`,
      recoveredMs: performance.now() - endedAt,
      requests: (await requestsOfAll(pairs)) - before,
    });
  });

  it('begins no write after it was resumed, as the audit log and its own log say', async () => {
    const written = await writtenBy(pairs, cluster.controlPlane.auditLogPath);
    expect([...written.values()].flatMap(untold).map(textOf)).toEqual([]);
    const each = pauses.map((pause) => [pause, written.get(pause.replica)!] as const);
    expect(each.filter((one) => wasBusy(...one)).length).toBeGreaterThan(0);
    expect(each.filter((one) => toldBefore(...one)).length).toBeGreaterThan(0);
    const late = each.flatMap((one) => lateOf(...one));
    progress([`${String(late.length)} writes were in hand as a pause came`, ...late].join('\n'));
    expect(each.flatMap((one) => begunAfter(...one)).map(textOf)).toEqual([]);
  });

  it('is the same process after all that, and stops with exit code 0', async () => {
    await Promise.all(pairs.flatMap(({ replicas }) => replicas.map(({ operator }) => operator.stop())));
  });
});

async function looksOn({ operator }: Replica): Promise<boolean> {
  return (await operator.samples('leader_election_master_status')).every((value) => value === 0);
}

async function requestsOfAll(pairs: readonly Pair[]): Promise<number> {
  const counts = pairs.flatMap(({ replicas }) => replicas.map(({ operator }) => requestsOf(operator)));
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

function textOf({ text, atMs }: Write): string {
  return `${new Date(atMs).toISOString()} ${text}`;
}
