import { randomBytes } from 'node:crypto';

import type { Scope } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { fetchMetrics, listSamples } from './operator-process.ts';
import { untilEventAbout } from './events-about.ts';

/** The prefix of the names of the custom resources that `awaitSettled` creates. */
export const witness = 'witness-';

/** Writes as `listWrites` returns them, without those for witnesses. */
export function excludeWitnesses(writes: readonly string[]): readonly string[] {
  return writes.filter((write) => !write.includes(`/${witness}`));
}

/**
 * Resolves when the operator has handled all earlier events and is idle. It creates a custom resource, the witness:
 * when that is Ready, the operator has seen everything older. Then it waits until the queue is empty, no worker is
 * busy, and the witness has an event. The operator has nothing left to do then.
 */
export async function awaitSettled(scope: Scope): Promise<void> {
  const witnesses = await scope.witness(witness + randomBytes(4).toString('hex'));
  await awaitIdle(scope);
  // A controller sends its events in order, so this one follows all earlier ones, of which there may be hundreds.
  await Promise.all(witnesses.map((each) => untilEventAbout(scope, each, { timeoutMs: 120_000 })));
}

/** Resolves when the queue of the leader is empty and all its workers are idle. It may still have events to send. */
export async function awaitIdle(scope: Scope): Promise<void> {
  await until('the operator is idle', async () => {
    // Looks up the leader each time, because a replica that lost the Lease keeps its queue.
    const metrics = await fetchMetrics(await scope.operator.leader());
    const busy = ['workqueue_depth', 'controller_runtime_active_workers'].map((metric) => listSamples(metrics, metric));
    return busy.every((samples) => samples.length > 0) && busy.flat().every((sample) => sample === 0);
  });
}
