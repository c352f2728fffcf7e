import { isDeepStrictEqual } from 'node:util';

import { formatApiVersion, type Kind } from '../../../operator/runtime/src/base/index.ts';
import { ConfigMap } from '../../../operator/runtime/src/kinds/index.ts';
import type { WithConditions } from '../../support/conditions.ts';
import type { Scope } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { type End, judgeEnd } from './end.ts';
import { buildHostileResources } from './hostile-resource.ts';
import { type Answer, sendAll } from './send.ts';
import type { Victim } from './victim.ts';

/** The responses to all attacks on one kind, and how each attack ended. */
export interface AttackResults {
  readonly answers: readonly Answer[];
  readonly ends: readonly End[];
}

/**
 * Time limit in milliseconds. Long, because the operator and the API server handle thousands of requests, perhaps on a
 * busy machine.
 */
const timeoutMs = 240_000;

/** Sends all attacks on each kind, and waits until each has ended. */
export async function runAttacks(
  scope: Scope,
  victims: readonly Victim[],
): Promise<ReadonlyMap<Victim, AttackResults>> {
  const { metadata } = await scope.client.resource(ConfigMap).create({
    ...{ apiVersion: formatApiVersion(ConfigMap), kind: ConfigMap.kind },
    metadata: { namespace: scope.namespace, name: 'owner' },
  });
  const owner = { name: metadata.name, uid: metadata.uid };
  const results = victims.map(async (victim) => {
    const answers = await sendAll(scope, buildHostileResources(victim, owner));
    return [victim, { answers, ends: await awaitEnds(scope, victim, answers) }] as const;
  });
  return new Map(await Promise.all(results));
}

/** Returns how each attack ended, once two lists in a row agree and contain no defect, or at the timeout. */
async function awaitEnds(scope: Scope, { api }: Victim, answers: readonly Answer[]): Promise<readonly End[]> {
  const resource = scope.client.resource(api as Kind<WithConditions>);
  let ends: readonly End[] = [];
  const isFinal = async (): Promise<boolean> => {
    const before = ends;
    const { items } = await resource.list({ namespace: scope.namespace });
    const stored = new Map(items.map((item) => [item.metadata.name, item]));
    ends = answers.map((answer) => judgeEnd(answer, stored.get(answer.name)));
    return isDeepStrictEqual(ends, before) && ends.every(({ end }) => end !== 'fault');
  };
  // Ignores a timeout, because the test then reports the defects.
  await until('all attacks have ended', isFinal, { timeoutMs, everyMs: 4000 }).catch((error: unknown) => {
    if (ends.length === 0) throw error;
  });
  return ends;
}
