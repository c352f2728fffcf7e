import { isDeepStrictEqual } from 'node:util';

import { apiVersionOf, type Kind } from '../../../operator/runtime/src/base/index.ts';
import { ConfigMap } from '../../../operator/runtime/src/kinds/index.ts';
import type { WithConditions } from '../../support/conditions.ts';
import type { Scope } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { type End, endOf } from './end.ts';
import { hostileResources } from './hostile-resource.ts';
import { type Answer, sendAll } from './send.ts';
import type { Victim } from './victims.ts';

/** All that was sent of one kind, and how it ended. */
export interface Assault {
  readonly answers: readonly Answer[];
  readonly ends: readonly End[];
}

/** Long, because thousands of requests are answered meanwhile, by a machine that may have much else to do. */
const timeoutMs = 240_000;

/** Sends everything, and waits until each resource of each kind has its end, for better or worse. */
export async function assail(scope: Scope, victims: readonly Victim[]): Promise<ReadonlyMap<Victim, Assault>> {
  const { metadata } = await scope.client.resource(ConfigMap).create({
    ...{ apiVersion: apiVersionOf(ConfigMap), kind: ConfigMap.kind },
    metadata: { namespace: scope.namespace, name: 'owner' },
  });
  const owner = { name: metadata.name, uid: metadata.uid };
  const assaults = victims.map(async (victim) => {
    const answers = await sendAll(scope, hostileResources(victim, owner));
    return [victim, { answers, ends: await endsOf(scope, victim, answers) }] as const;
  });
  return new Map(await Promise.all(assaults));
}

/** The ends, once two lists in a row show the same and none is at fault, or when the time is up. */
async function endsOf(scope: Scope, { api }: Victim, answers: readonly Answer[]): Promise<readonly End[]> {
  const resource = scope.client.resource(api as Kind<WithConditions>);
  let ends: readonly End[] = [];
  const isFinal = async (): Promise<boolean> => {
    const before = ends;
    const { items } = await resource.list({ namespace: scope.namespace });
    const stored = new Map(items.map((item) => [item.metadata.name, item]));
    ends = answers.map((answer) => endOf(answer, stored.get(answer.name)));
    return isDeepStrictEqual(ends, before) && ends.every(({ end }) => end !== 'fault');
  };
  // The test then reports all that are at fault.
  await until('each has its end', isFinal, { timeoutMs, everyMs: 4000 }).catch((error: unknown) => {
    if (ends.length === 0) throw error;
  });
  return ends;
}
