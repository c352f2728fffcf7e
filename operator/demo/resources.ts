import type { Condition, Kind, KubeObject, ObjectKey } from '../runtime/src/base/index.ts';
import { until } from '../../test/support/until.ts';
import type { ReportText, StepContext } from './step.ts';

/** A resource with conditions. */
type WithConditions = KubeObject & { readonly status?: { readonly conditions?: readonly Condition[] } };

/** A key in the namespace of the samples. */
export function toDefaultKey(name: string): ObjectKey & { readonly namespace: string } {
  return { namespace: 'default', name };
}

/** One resource of a tour. */
export interface NamedResource<T extends KubeObject> {
  readonly kind: Kind<T>;
  readonly key: ObjectKey;
}

/** Waits until a resource is Ready in its newest generation. */
export function waitUntilReady<T extends WithConditions>(
  context: StepContext,
  named: NamedResource<T>,
  say: ReportText,
): Promise<T> {
  return waitForResource(context, named, { what: 'Ready', say, holds: () => true });
}

/** What to wait for. */
export interface Expectation<T> {
  /** In words: it completes "Memcached example is …" when the wait times out. */
  readonly what: string;
  readonly say: ReportText;
  readonly holds: (resource: T) => boolean;
}

/** Waits until a resource is Ready in its newest generation and `holds` returns true. */
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

/** A resource to delete, and how to find what is left of it. */
export interface Deletion {
  /** As kubectl names it: `webserver`. */
  readonly resource: string;
  readonly name: string;
  readonly left: () => Promise<readonly unknown[]>;
}

/** Deletes a resource with kubectl and waits until nothing is left of it. */
export async function deleteAll(
  { cluster, signal }: StepContext,
  { resource, name, left }: Deletion,
  say: ReportText,
): Promise<void> {
  await cluster.controlPlane.kubectl(['delete', resource, name, '--wait=false']);
  await until(
    `nothing is left of ${name}`,
    async () => {
      const found = (await left()).filter(Boolean);
      say(`${String(found.length)} objects are left`);
      return found.length === 0;
    },
    { signal },
  );
}
