import type { Condition, Kind, KubeObject, ObjectKey } from '../../operator/runtime/src/base/index.ts';
import { until } from '../support/until.ts';
import type { Say, Stage } from './stage.ts';

/** A resource that tells how it is. */
type Resource = KubeObject & { readonly status?: { readonly conditions?: readonly Condition[] } };

/** A name in the namespace of the samples. */
export function inDefault(name: string): ObjectKey & { readonly namespace: string } {
  return { namespace: 'default', name };
}

/** Names one resource of the tour. */
export interface Named<T extends KubeObject> {
  readonly kind: Kind<T>;
  readonly key: ObjectKey;
}

/** Waits until a resource says of its newest generation that it is Ready. */
export function ready<T extends Resource>(stage: Stage, named: Named<T>, say: Say): Promise<T> {
  return untilIt(stage, named, { what: 'Ready', say, holds: () => true });
}

/** What is waited for, in words and as a question. */
export interface Wanted<T> {
  readonly what: string;
  readonly say: Say;
  readonly holds: (resource: T) => boolean;
}

/** Waits until a resource is Ready in its newest generation and something else holds. */
export function untilIt<T extends Resource>(
  { client, signal }: Stage,
  { kind, key }: Named<T>,
  { what, say, holds }: Wanted<T>,
): Promise<T> {
  return until(
    `${kind.kind} ${key.name} is ${what}`,
    async () => {
      const resource = await client.resource(kind).get(key);
      const condition = resource.status?.conditions?.find(({ type }) => type === 'Ready');
      say(condition?.message ?? 'no status yet');
      const isReady = condition?.status === 'True' && condition.observedGeneration === resource.metadata.generation;
      return isReady && holds(resource) && resource;
    },
    { signal },
  );
}

/** What is deleted, and how to find what is left of it. */
export interface Deleted {
  /** As kubectl names it: `webserver`. */
  readonly resource: string;
  readonly name: string;
  readonly left: () => Promise<readonly unknown[]>;
}

/** Deletes a resource with kubectl and waits until nothing of it is left. */
export async function deleteAll(
  { cluster, signal }: Stage,
  { resource, name, left }: Deleted,
  say: Say,
): Promise<void> {
  await cluster.controlPlane.kubectl(['delete', resource, name, '--wait=false']);
  await until(
    `everything of ${name} is gone`,
    async () => {
      const found = (await left()).filter(Boolean);
      say(`${String(found.length)} objects are left`);
      return found.length === 0;
    },
    { signal },
  );
}
