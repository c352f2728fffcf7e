import { randomBytes } from 'node:crypto';

import type { Scope } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { fetchMetrics, listSamples } from './operator-process.ts';
import { untilEventAbout } from './events-about.ts';

/** The prefix of the names of the resources that `awaitSettled` creates. */
export const witness = 'witness-';

/** Writes as `writesIn` returns them, without those for witnesses. */
export function excludeWitnesses(writes: readonly string[]): readonly string[] {
  return writes.filter((write) => !write.includes(`/${witness}`));
}

/**
 * Resolves when the operator has seen everything that happened before and has no work left. It creates a new resource,
 * a witness: when the witness is Ready, the operator has seen everything older. Then it waits until the queue is empty,
 * no worker is busy, and there is an event about the witness. What the operator has not done by then, it does not do.
 */
export async function awaitSettled(scope: Scope): Promise<void> {
  const witnesses = await scope.witness(witness + randomBytes(4).toString('hex'));
  await awaitIdle(scope);
  // A controller sends its events in order: once this one is there, all before it are. There may be hundreds.
  await Promise.all(witnesses.map((each) => untilEventAbout(scope, each, { timeoutMs: 120_000 })));
}

/** Resolves when the queue of the leader is empty and none of its workers is busy. Its events may not be sent yet. */
export async function awaitIdle(scope: Scope): Promise<void> {
  await until('the operator is idle', async () => {
    // Finds the leader each time: a replica that lost the Lease keeps its queue.
    const metrics = await fetchMetrics(await scope.operator.leader());
    const busy = ['workqueue_depth', 'controller_runtime_active_workers'].map((metric) => listSamples(metrics, metric));
    return busy.every((samples) => samples.length > 0) && busy.flat().every((sample) => sample === 0);
  });
}
