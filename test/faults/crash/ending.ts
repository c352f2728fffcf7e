import { isDeepStrictEqual } from 'node:util';

import type { KubeObject } from '../../../operator/runtime/src/base/index.ts';
import type { Client } from '../../../operator/runtime/src/client/index.ts';
import { Event } from '../../../operator/runtime/src/kinds/index.ts';
import { findCurrentCondition, type WithConditions } from '../../support/conditions.ts';
import type { Deeds, OperatorAudit } from '../../support/operator-audit.ts';
import { until } from '../../support/until.ts';
import { type NormalizedObject, normalizeObjects, listObjects, removeIds } from './dump.ts';
import type { EndState, Outside, Path, Scenario } from './scenario.ts';

/** The objects that are in a namespace at the end, and what the operator has written. */
export interface End extends Deeds {
  readonly objects: readonly NormalizedObject[];
  /** How often the operator emitted each event. */
  readonly events: Readonly<Record<string, number>>;
  readonly outside: unknown;
}

/** A namespace with one custom resource of a scenario, to which the test applies the steps of `path`. */
export interface TestNamespace {
  readonly client: Client;
  readonly namespace: string;
  readonly scenario: Scenario;
  readonly path: Path;
  readonly outside: Outside | undefined;
}

/**
 * Waits until a namespace has as many objects as `state` requires, and its custom resource is Ready if it still exists.
 */
export async function awaitEndState(testNamespace: TestNamespace, state: EndState): Promise<void> {
  const asWanted = async (): Promise<true> => {
    const objects: readonly WithConditions[] = await listOwnObjects(testNamespace);
    const counts = countByKind(objects);
    if (!isDeepStrictEqual(counts, state.counts)) throw new Error(`found ${JSON.stringify(counts)}`);
    const own = findOwn(testNamespace, objects);
    const ready = own === undefined ? undefined : findCurrentCondition(own, 'Ready');
    if (own !== undefined && ready?.status !== 'True') throw new Error(`Ready is ${JSON.stringify(ready)}`);
    return true;
  };
  const { namespace, path } = testNamespace;
  await until(`${namespace} ("${path.title}") reaches its end state`, asWanted, { timeoutMs: 60_000, everyMs: 200 });
}

export async function hasReason(testNamespace: TestNamespace, reason: string): Promise<boolean> {
  const { client, namespace, scenario } = testNamespace;
  const own = findOwn(testNamespace, await listObjects(client, namespace, [scenario.controller.api]));
  return own !== undefined && findCurrentCondition(own, 'Ready')?.reason === reason;
}

export async function readEnd(testNamespace: TestNamespace, audit: OperatorAudit): Promise<End> {
  const { client, namespace, outside } = testNamespace;
  const objects = await listOwnObjects(testNamespace);
  const events = (await client.resource(Event).list({ namespace })).items;
  const emitted = events.filter(({ reportingController = '' }) => reportingController.startsWith('kubewright/'));
  return {
    objects: normalizeObjects(namespace, objects),
    outside: outside?.left(namespace, findOwn(testNamespace, objects)),
    events: countBy(emitted, ({ reason = '', note = '' }) => removeIds(`${reason}: ${note}`, namespace)),
    ...(await audit.deeds(namespace)),
  };
}

export function countByKind(objects: readonly Pick<KubeObject, 'kind'>[]): Readonly<Record<string, number>> {
  return countBy(objects, ({ kind }) => kind);
}

function listOwnObjects({ client, namespace, scenario }: TestNamespace): Promise<readonly KubeObject[]> {
  return listObjects(client, namespace, [scenario.controller.api, ...scenario.kinds]);
}

function findOwn({ scenario }: TestNamespace, objects: readonly WithConditions[]): WithConditions | undefined {
  return objects.find(({ kind }) => kind === scenario.controller.api.kind);
}

function countBy<T>(items: readonly T[], key: (item: T) => string): Readonly<Record<string, number>> {
  return Object.fromEntries([...Map.groupBy(items, key)].map(([name, { length }]) => [name, length]));
}
