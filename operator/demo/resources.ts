import type { Condition, Kind, KubeObject, ObjectKey } from '../runtime/src/base/index.ts';
import { until } from '../../test/support/until.ts';
import type { ReportText, StepContext } from './step.ts';

/** A custom resource with conditions. */
type WithConditions = KubeObject & { readonly status?: { readonly conditions?: readonly Condition[] } };

/** A key in the namespace of the samples. */
export function toDefaultKey(name: string): ObjectKey & { readonly namespace: string } {
  return { namespace: 'default', name };
}

/** One custom resource of a tour. */
export interface NamedResource<T extends KubeObject> {
  readonly kind: Kind<T>;
  readonly key: ObjectKey;
}

export function waitUntilReady<T extends WithConditions>(
  context: StepContext,
  named: NamedResource<T>,
  say: ReportText,
): Promise<T> {
  return waitForResource(context, named, { what: 'Ready', say, holds: () => true });
}

export interface Expectation<T> {
  /** Completes "Memcached example is …" when the wait times out. */
  readonly what: string;
  readonly say: ReportText;
  readonly holds: (resource: T) => boolean;
}

/** Waits until a custom resource is Ready in its newest generation and `holds` returns true. */
export function waitForResource<T extends WithConditions>(
  { client, signal }: StepContext,
  { kind, key }: NamedResource<T>,
  { what, say, holds }: Expectation<T>,
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

/** A custom resource to delete, and how to find its remains. */
export interface Deletion {
  /** Its name in kubectl: `webserver`. */
  readonly resource: string;
  readonly name: string;
  readonly left: () => Promise<readonly unknown[]>;
}

/** Deletes a custom resource with kubectl and waits until it and its children are deleted. */
export async function deleteAll(
  { cluster, signal }: StepContext,
  { resource, name, left }: Deletion,
  say: ReportText,
): Promise<void> {
  await cluster.controlPlane.kubectl(['delete', resource, name, '--wait=false']);
  await until(
    `${name} and its children are deleted`,
    async () => {
      const found = (await left()).filter(Boolean);
      say(`${String(found.length)} objects remain`);
      return found.length === 0;
    },
    { signal },
  );
}
