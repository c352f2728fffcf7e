import { expect } from 'vitest';

import type { OperatorAudit } from '../../support/operator-audit.ts';
import type { OperatorProcess } from '../../support/start-operator.ts';
import { until } from '../../support/until.ts';
import { type Load, witness } from './load.ts';
import { recordRecovery } from './recoveries.ts';

/** An operator and what it works on. */
export interface Troubled {
  readonly operator: OperatorProcess;
  readonly load: Load;
  readonly audit: OperatorAudit;
}

export interface Fault {
  /** What it is, and how long it is there. */
  readonly what: string;
  /** Lets it happen, and changes things during it or after it. @param over tells that it is over. @default - at the end */
  readonly happen: (over: () => void) => Promise<void>;
  /** How long it may take from there until all is well. */
  readonly withinMs: number;
}

/** Lets a fault happen and waits until all is well again. Then nothing may be written any more. */
export async function recovers(troubled: Troubled, { what, happen, withinMs }: Fault): Promise<void> {
  const { operator, load } = troubled;
  const before = await requestsOf(operator);
  let overAt: number | undefined;
  await happen(() => {
    overAt = performance.now();
  });
  overAt ??= performance.now();
  await load.atRest(withinMs);
  const recoveredMs = performance.now() - overAt;
  recordRecovery({ fault: what, recoveredMs, requests: (await requestsOf(operator)) - before });
  await isSilent(troubled);
}

/** Fails if the operator writes anything once it has been told of everything, and has told its last event. */
export async function isSilent({ operator, load, audit }: Troubled): Promise<void> {
  const settle = async (): Promise<readonly string[]> => {
    await load.witness();
    await until('the operator is idle', () => operator.isIdle());
    return audit.writes(load.namespace);
  };
  // Events follow what they tell of one by one, and a thousand of them take their time.
  await until('its events are told', async () => eventsIn(await settle()) === eventsIn(await settle()));
  const before = await settle();
  const after = await settle();
  expect(after.slice(before.length).filter((write) => !write.includes(`/${witness}`))).toEqual([]);
}

function eventsIn(writes: readonly string[]): number {
  return writes.filter((write) => write.includes(' events/') && !write.includes(`/${witness}`)).length;
}

/** How many calls an operator has made so far, answered or not. */
export async function requestsOf(operator: OperatorProcess): Promise<number> {
  const samples = await until('its metrics are served', () => operator.samples('rest_client_requests_total'));
  return samples.reduce((sum, count) => sum + count, 0);
}
