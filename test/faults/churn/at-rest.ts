import { controllerOf, type Kind, kindText, type KubeObject } from '../../../operator/runtime/src/base/index.ts';
import { Deployment, Job, Pod } from '../../../operator/runtime/src/kinds/index.ts';
import { conditionOf, type WithConditions } from '../../support/conditions.ts';
import type { Scope } from '../../support/scope.ts';
import type { Churned } from './churned.ts';
import { lacks } from './lacks.ts';

/** Objects by their kind and name. */
type Objects = ReadonlyMap<string, KubeObject>;

/** What is not as it has to be, of all resources of `kinds` and all of their children. */
export async function faultsOf(
  scope: Pick<Scope, 'client' | 'namespace'>,
  kinds: readonly Churned[],
): Promise<readonly string[]> {
  const childKinds = new Set(kinds.flatMap(({ meddling }) => meddling.map(({ kind }) => kind)));
  const children = await allOf(scope, [...childKinds, Pod]);
  const faults: string[] = [];
  const expected = new Set<string>();
  for (const kind of kinds) {
    const { items } = await scope.client.resource(kind.api).list({ namespace: scope.namespace });
    for (const resource of items) {
      faults.push(...faultsOfOne(kind, resource, children));
      for (const child of kind.childrenOf(resource)) expected.add(nameOf(child.kind, child.desired.metadata?.name));
    }
  }
  const orphans = [...children].filter(([name, child]) => !expected.has(name) && !isMadeByKubernetes(child));
  return [...faults, ...orphans.map(([name]) => `${name} belongs to nobody`), ...podCount(children)];
}

function faultsOfOne(kind: Churned, resource: WithConditions, children: Objects): readonly string[] {
  const name = nameOf(kind.api, resource.metadata.name);
  const ready = conditionOf(resource, 'Ready');
  const state = ready?.status === 'True' ? [] : [`${name} is not Ready: ${ready?.reason ?? 'nothing is said'}`];
  const wrong = kind.childrenOf(resource).flatMap((child) => {
    const childName = nameOf(child.kind, child.desired.metadata?.name);
    const live = children.get(childName);
    if (live === undefined) return [`${childName} is missing`];
    const owner = controllerOf(live)?.uid === resource.metadata.uid ? [] : ['has another owner'];
    return [...owner, ...lacks(live, child.desired)].map((text) => `${childName} ${text}`);
  });
  return [...state, ...wrong, ...podsAmiss(kind, resource, children)];
}

/** Where a status names other Pods than there are: its controller has yet to see what became of them. */
function podsAmiss(kind: Churned, resource: WithConditions, children: Objects): readonly string[] {
  const told = kind.podsToldBy?.(resource);
  if (told === undefined) return [];
  const pods = ofKind(children, Pod).filter(({ metadata }) => lacks(metadata.labels, told.labels).length === 0);
  const [there, named] = [pods.map(({ metadata }) => metadata.name), told.named].map((names) =>
    names.toSorted().join(', '),
  );
  return there === named ? [] : [`${nameOf(kind.api, resource.metadata.name)} names ${named}, there are ${there}`];
}

/** Pods of ReplicaSets and Jobs, which come and go with these. */
function isMadeByKubernetes(object: KubeObject): boolean {
  return ['ReplicaSet', 'Job'].includes(controllerOf(object)?.kind ?? '');
}

/** As many Pods as Deployments and Jobs ask for: none is left of those before. */
function podCount(children: Objects): readonly string[] {
  const replicas = (ofKind(children, Deployment) as readonly Deployment[]).map(({ spec }) => spec.replicas ?? 1);
  const wanted = replicas.reduce((sum, count) => sum + count, ofKind(children, Job).length);
  const found = ofKind(children, Pod).filter(isMadeByKubernetes).length;
  return found === wanted ? [] : [`there are ${String(found)} Pods of Deployments and Jobs, not ${String(wanted)}`];
}

async function allOf(
  { client, namespace }: Pick<Scope, 'client' | 'namespace'>,
  kinds: readonly Kind[],
): Promise<Objects> {
  const lists = [...new Set(kinds)].map(async (kind) => {
    const { items } = await client.resource(kind).list({ namespace });
    return items.map((item) => [nameOf(kind, item.metadata.name), item] as const);
  });
  return new Map((await Promise.all(lists)).flat());
}

function ofKind(children: Objects, kind: Kind): readonly KubeObject[] {
  return [...children].filter(([name]) => name.split(' ')[0] === kindText(kind)).map(([, child]) => child);
}

function nameOf(kind: Kind, name = ''): string {
  return `${kindText(kind)} ${name}`;
}
