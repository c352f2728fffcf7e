import { randomBytes } from 'node:crypto';

import type { Scope } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { metricsOf, samplesIn } from './operator-process.ts';
import { told } from './told.ts';

/** Begins the names of the resources that `settled` makes. */
export const witness = 'witness-';

/** Writes as `writesIn` gives them, without those that a witness has led to. */
export function besidesWitnesses(writes: readonly string[]): readonly string[] {
  return writes.filter((write) => !write.includes(`/${witness}`));
}

/**
 * Resolves when the operator has nothing left to do about what happened before: it has made a resource Ready that was
 * made after all that, so it has been told of everything before; its queue is empty and no worker busy; and there is an
 * event of that resource. What it then has not done, it does not do.
 */
export async function settled(scope: Scope): Promise<void> {
  const witnesses = await scope.witness(witness + randomBytes(4).toString('hex'));
  await idle(scope);
  // A controller sends its events one after the other: with this one all before it are sent. There may be hundreds.
  await Promise.all(witnesses.map((each) => told(scope, each, { timeoutMs: 120_000 })));
}

/** Resolves when nothing is due in the leading operator and none of its workers is busy. Events may still be on their way. */
export async function idle(scope: Scope): Promise<void> {
  await until('the operator is idle', async () => {
    // Asked each time: one that has lost the Lease keeps what is due for ever.
    const metrics = await metricsOf(await scope.operator.leader());
    const busy = ['workqueue_depth', 'controller_runtime_active_workers'].map((metric) => samplesIn(metrics, metric));
    return busy.every((samples) => samples.length > 0) && busy.flat().every((sample) => sample === 0);
  });
}
