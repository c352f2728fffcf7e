import { type Kind, formatKey } from '../../../operator/runtime/src/base/index.ts';
import { Deployment } from '../../../operator/runtime/src/kinds/index.ts';
import type { Scope } from '../../support/scope.ts';
import { until } from '../../support/until.ts';

/**
 * Waits until all Deployments are rolled out and two lists in a row are equal. Returns every object of these kinds,
 * with its resource version.
 */
export async function awaitRest(place: Pick<Scope, 'client' | 'namespace'>, kinds: readonly Kind[]): Promise<Versions> {
  await until('all Deployments are rolled out', () => isRolledOut(place));
  let before: Versions = [];
  const unchanged = async (): Promise<Versions | false> => {
    const now = await listVersions(place, kinds);
    const same = now.join() === before.join();
    before = now;
    return same && now;
  };
  return until('all objects stop changing', unchanged, { everyMs: 500 });
}

/** Objects with their resource versions, as `awaitRest` returns them. */
export type Versions = readonly string[];

export async function listVersions(
  { client, namespace }: Pick<Scope, 'client' | 'namespace'>,
  kinds: readonly Kind[],
): Promise<Versions> {
  const lists = await Promise.all(kinds.map((kind) => client.resource(kind).list({ namespace })));
  return lists.flatMap(({ items }) =>
    items.map(({ kind, metadata }) => `${kind} ${formatKey(metadata)} ${metadata.uid} ${metadata.resourceVersion}`),
  );
}

async function isRolledOut({ client, namespace }: Pick<Scope, 'client' | 'namespace'>): Promise<boolean> {
  const { items } = await client.resource(Deployment).list({ namespace });
  return items.every(
    ({ metadata, spec, status }) =>
      status?.observedGeneration === metadata.generation &&
      (status?.availableReplicas ?? 0) === spec.replicas &&
      status?.conditions?.some(({ type, reason }) => type === 'Progressing' && reason === 'NewReplicaSetAvailable'),
  );
}
