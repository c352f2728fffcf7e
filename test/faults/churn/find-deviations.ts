import { findController, type Kind, formatKind, type KubeObject } from '../../../operator/runtime/src/base/index.ts';
import { Deployment, Job, Pod } from '../../../operator/runtime/src/kinds/index.ts';
import { findCurrentCondition, type WithConditions } from '../../support/conditions.ts';
import type { Scope } from '../../support/scope.ts';
import type { ChurnKind } from './churn-kind.ts';
import { findMissingFields } from './missing-fields.ts';

/** Objects by their kind and name. */
type Objects = ReadonlyMap<string, KubeObject>;

/** Lists differences between the cluster and the specs, for all custom resources of `kinds` and their children. */
export async function findDeviations(
  scope: Pick<Scope, 'client' | 'namespace'>,
  kinds: readonly ChurnKind[],
): Promise<readonly string[]> {
  const childKinds = new Set(kinds.flatMap(({ childEdits }) => childEdits.map(({ kind }) => kind)));
  const children = await listAll(scope, [...childKinds, Pod]);
  const deviations: string[] = [];
  const expected = new Set<string>();
  for (const kind of kinds) {
    const { items } = await scope.client.resource(kind.api).list({ namespace: scope.namespace });
    for (const resource of items) {
      deviations.push(...findDeviationsOfOne(kind, resource, children));
      for (const child of kind.buildChildren(resource))
        expected.add(formatName(child.kind, child.desired.metadata?.name));
    }
  }
  const orphans = [...children].filter(([name, child]) => !expected.has(name) && !isCreatedByKubernetes(child));
  return [...deviations, ...orphans.map(([name]) => `${name} is an orphan`), ...findWrongPodCount(children)];
}

function findDeviationsOfOne(kind: ChurnKind, resource: WithConditions, children: Objects): readonly string[] {
  const name = formatName(kind.api, resource.metadata.name);
  const ready = findCurrentCondition(resource, 'Ready');
  const readiness = ready?.status === 'True' ? [] : [`${name} is not Ready: ${ready?.reason ?? 'no reason'}`];
  const wrong = kind.buildChildren(resource).flatMap((child) => {
    const childName = formatName(child.kind, child.desired.metadata?.name);
    const live = children.get(childName);
    if (live === undefined) return [`${childName} is missing`];
    const owner = findController(live)?.uid === resource.metadata.uid ? [] : ['has another owner'];
    return [...owner, ...findMissingFields(live, child.desired)].map((text) => `${childName} ${text}`);
  });
  return [...readiness, ...wrong, ...findWrongPodsInStatus(kind, resource, children)];
}

/** Returns a difference if the status does not name exactly the existing Pods. */
function findWrongPodsInStatus(kind: ChurnKind, resource: WithConditions, children: Objects): readonly string[] {
  const inStatus = kind.podsInStatus?.(resource);
  if (inStatus === undefined) return [];
  const pods = filterKind(children, Pod).filter(
    ({ metadata }) => findMissingFields(metadata.labels, inStatus.labels).length === 0,
  );
  const [existing, named] = [pods.map(({ metadata }) => metadata.name), inStatus.named].map((names) =>
    names.toSorted().join(', '),
  );
  return existing === named
    ? []
    : [`${formatName(kind.api, resource.metadata.name)} reports ${named}, but ${existing} exist`];
}

/** Whether an object is a Pod of a ReplicaSet or a Job. */
function isCreatedByKubernetes(object: KubeObject): boolean {
  return ['ReplicaSet', 'Job'].includes(findController(object)?.kind ?? '');
}

/** Returns a difference if there are more or fewer Pods than the Deployments and Jobs require. */
function findWrongPodCount(children: Objects): readonly string[] {
  const replicas = (filterKind(children, Deployment) as readonly Deployment[]).map(({ spec }) => spec.replicas ?? 1);
  const wanted = replicas.reduce((sum, count) => sum + count, filterKind(children, Job).length);
  const found = filterKind(children, Pod).filter(isCreatedByKubernetes).length;
  return found === wanted ? [] : [`Deployments and Jobs have ${String(found)} Pods instead of ${String(wanted)}`];
}

async function listAll(
  { client, namespace }: Pick<Scope, 'client' | 'namespace'>,
  kinds: readonly Kind[],
): Promise<Objects> {
  const lists = [...new Set(kinds)].map(async (kind) => {
    const { items } = await client.resource(kind).list({ namespace });
    return items.map((item) => [formatName(kind, item.metadata.name), item] as const);
  });
  return new Map((await Promise.all(lists)).flat());
}

function filterKind(children: Objects, kind: Kind): readonly KubeObject[] {
  return [...children].filter(([name]) => name.split(' ')[0] === formatKind(kind)).map(([, child]) => child);
}

function formatName(kind: Kind, name = ''): string {
  return `${formatKind(kind)} ${name}`;
}
