import type { Condition, KubeObject, ObjectKey } from '../../operator/runtime/src/base/index.ts';
import type { Client, Resource } from '../../operator/runtime/src/client/index.ts';
import { applyManifests, getKind, type Manifest } from './manifests.ts';
import { until } from './until.ts';

/** An object with conditions in its status. */
export interface WithConditions extends KubeObject {
  readonly status?: {
    readonly observedGeneration?: number | undefined;
    readonly conditions?: readonly Condition[] | undefined;
  };
}

export interface WantedCondition {
  readonly type: string;
  readonly status: string;
  /** The reason that the condition must have. @default - any reason */
  readonly reason?: string;
  /** A text that the condition's message must contain. @default - any message */
  readonly says?: string;
  /** The timeout in milliseconds. @default 60000 */
  readonly timeoutMs?: number;
}

/** Finds a condition whose `observedGeneration` is the object's current generation. */
export function findCurrentCondition({ metadata, status }: WithConditions, type: string): Condition | undefined {
  const found = status?.conditions?.find((condition) => condition.type === type);
  return found?.observedGeneration === metadata.generation ? found : undefined;
}

/** Waits until an object has a condition for its current generation. */
export function awaitCondition<T extends WithConditions>(
  resource: Resource<T>,
  key: ObjectKey,
  wanted: WantedCondition,
): Promise<T> {
  const { type, status, reason = '', timeoutMs } = wanted;
  const read = async (): Promise<T> => {
    const object = await resource.get(key);
    return requireWanted(object, isWantedCondition(object, wanted));
  };
  return until(`${key.name} has ${type}=${status} ${reason}`, read, timeoutMs === undefined ? {} : { timeoutMs });
}

export function awaitReady<T extends WithConditions>(resource: Resource<T>, key: ObjectKey): Promise<T> {
  return awaitCondition(resource, key, { type: 'Ready', status: 'True' });
}

/** Returns the object if it is as wanted; otherwise throws an error with its status, for the message of `until`. */
export function requireWanted<T extends WithConditions>(object: T, isWanted: boolean): T {
  if (isWanted) return object;
  const { generation = 0, deletionTimestamp } = object.metadata;
  throw new Error(`now ${JSON.stringify({ generation, deletionTimestamp, status: object.status })}`);
}

/** Applies a custom resource, and waits until its condition `Ready` is true for the current generation. */
export async function applyReady(client: Client, manifest: Manifest): Promise<WithConditions> {
  await applyManifests(client, [manifest]);
  return awaitReady(client.resource(getKind(manifest)), manifest.metadata);
}

function isWantedCondition(object: WithConditions, { type, status, reason, says = '' }: WantedCondition): boolean {
  const found = findCurrentCondition(object, type);
  return found?.status === status && (reason === undefined || found.reason === reason) && found.message.includes(says);
}
