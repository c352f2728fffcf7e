import { controllerOf, type Kind, kindText, type KubeObject } from '../../../operator/runtime/src/base/index.ts';
import { Deployment, Job, Pod } from '../../../operator/runtime/src/kinds/index.ts';
import { conditionOf, type WithConditions } from '../../support/conditions.ts';
import type { Scope } from '../../support/scope.ts';
import type { ChurnKind } from './churn-kind.ts';
import { missingFields } from './missing-fields.ts';

/** Objects by their kind and name. */
type Objects = ReadonlyMap<string, KubeObject>;

/** The differences between the cluster and the specs, for all resources of `kinds` and their children. */
export async function deviationsOf(
  scope: Pick<Scope, 'client' | 'namespace'>,
  kinds: readonly ChurnKind[],
): Promise<readonly string[]> {
  const childKinds = new Set(kinds.flatMap(({ childEdits }) => childEdits.map(({ kind }) => kind)));
  const children = await allOf(scope, [...childKinds, Pod]);
  const deviations: string[] = [];
  const expected = new Set<string>();
  for (const kind of kinds) {
    const { items } = await scope.client.resource(kind.api).list({ namespace: scope.namespace });
    for (const resource of items) {
      deviations.push(...deviationsOfOne(kind, resource, children));
      for (const child of kind.childrenOf(resource)) expected.add(nameOf(child.kind, child.desired.metadata?.name));
    }
  }
  const orphans = [...children].filter(([name, child]) => !expected.has(name) && !isCreatedByKubernetes(child));
  return [...deviations, ...orphans.map(([name]) => `${name} is an orphan`), ...podCount(children)];
}

function deviationsOfOne(kind: ChurnKind, resource: WithConditions, children: Objects): readonly string[] {
  const name = nameOf(kind.api, resource.metadata.name);
  const ready = conditionOf(resource, 'Ready');
  const readiness = ready?.status === 'True' ? [] : [`${name} is not Ready: ${ready?.reason ?? 'no reason'}`];
  const wrong = kind.childrenOf(resource).flatMap((child) => {
    const childName = nameOf(child.kind, child.desired.metadata?.name);
    const live = children.get(childName);
    if (live === undefined) return [`${childName} is missing`];
    const owner = controllerOf(live)?.uid === resource.metadata.uid ? [] : ['has another owner'];
    return [...owner, ...missingFields(live, child.desired)].map((text) => `${childName} ${text}`);
  });
  return [...readiness, ...wrong, ...podsInStatus(kind, resource, children)];
}

/** A deviation if the status names other Pods than exist. */
function podsInStatus(kind: ChurnKind, resource: WithConditions, children: Objects): readonly string[] {
  const inStatus = kind.podsInStatus?.(resource);
  if (inStatus === undefined) return [];
  const pods = ofKind(children, Pod).filter(
    ({ metadata }) => missingFields(metadata.labels, inStatus.labels).length === 0,
  );
  const [existing, named] = [pods.map(({ metadata }) => metadata.name), inStatus.named].map((names) =>
    names.toSorted().join(', '),
  );
  return existing === named
    ? []
    : [`${nameOf(kind.api, resource.metadata.name)} names ${named}, but there are ${existing}`];
}

/** Whether an object is a Pod of a ReplicaSet or a Job. */
function isCreatedByKubernetes(object: KubeObject): boolean {
  return ['ReplicaSet', 'Job'].includes(controllerOf(object)?.kind ?? '');
}

/** A deviation if there are more or fewer Pods than the Deployments and Jobs ask for. */
function podCount(children: Objects): readonly string[] {
  const replicas = (ofKind(children, Deployment) as readonly Deployment[]).map(({ spec }) => spec.replicas ?? 1);
  const wanted = replicas.reduce((sum, count) => sum + count, ofKind(children, Job).length);
  const found = ofKind(children, Pod).filter(isCreatedByKubernetes).length;
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
