import { expect } from 'vitest';

import { excludeWitnesses } from '../../e2e/support/await-settled.ts';
import type { OperatorAudit } from '../../support/operator-audit.ts';
import type { OperatorProcess } from '../../support/start-operator.ts';
import { until } from '../../support/until.ts';
import type { Load } from './load.ts';
import { recordRecovery } from './recoveries.ts';

/** An operator, the custom resources that it reconciles, and its audit log. */
export interface FaultFixture {
  readonly operator: OperatorProcess;
  readonly load: Load;
  readonly audit: OperatorAudit;
}

export interface Fault {
  /** The name of the fault and its duration, for the table of recoveries. */
  readonly name: string;
  /**
   * Causes the fault, and changes custom resources during it or after it.
   * @param ended call it when the fault is over. Without a call, the fault is over when `cause` resolves
   */
  readonly cause: (ended: () => void) => Promise<void>;
  /** The maximum time from the end of the fault until everything is up to date, in milliseconds. */
  readonly withinMs: number;
}

/** Causes a fault, waits until everything is up to date again, and fails if anything is written after that. */
export async function expectRecovery(fixture: FaultFixture, { name, cause, withinMs }: Fault): Promise<void> {
  const { operator, load } = fixture;
  const before = await countRequests(operator);
  let endedAt: number | undefined;
  await cause(() => {
    endedAt = performance.now();
  });
  endedAt ??= performance.now();
  await load.waitUntilUpToDate(withinMs);
  const recoveredMs = performance.now() - endedAt;
  recordRecovery({ fault: name, recoveredMs, requests: (await countRequests(operator)) - before });
  await expectNoWrites(fixture);
}

/** Fails if the operator writes anything after it has seen all changes and has sent its last event. */
export async function expectNoWrites({ operator, load, audit }: FaultFixture): Promise<void> {
  const settled = async (): Promise<readonly string[]> => {
    await load.witness();
    await until('the operator is idle', () => operator.isIdle());
    return audit.writes(load.namespace);
  };
  // Waits, because events are sent one by one after the reconciles, which takes a while for a thousand.
  let before = await settled();
  await until('all events are sent', async () => {
    const events = countEvents(before);
    before = await settled();
    return countEvents(before) === events;
  });
  const after = await settled();
  expect(excludeWitnesses(after.slice(before.length))).toEqual([]);
}

function countEvents(writes: readonly string[]): number {
  return excludeWitnesses(writes).filter((write) => write.includes(' events/')).length;
}

/** The number of requests that an operator has sent so far, including those without a response. */
export async function countRequests(operator: OperatorProcess): Promise<number> {
  const samples = await until('its metrics are served', () => operator.samples('rest_client_requests_total'));
  return samples.reduce((sum, count) => sum + count, 0);
}
