import type { KubeObject, ObjectMeta } from '@kubewright/runtime/internal/base';
import { isRecord } from '@kubewright/declaration';
import type { Draft, JsonObject } from './json.ts';

/** A stored object: arbitrary JSON with metadata. */
export type StoredObject = KubeObject & JsonObject;

/** Metadata from a request or a draft: any field may be missing. */
export type SentMeta = Partial<ObjectMeta>;

export function getMeta(object: JsonObject): SentMeta {
  return isRecord(object['metadata']) ? object['metadata'] : {};
}

/** Replaces some metadata of `object`, and removes `undefined` values. */
export function withMeta(
  object: JsonObject,
  meta: { readonly [N in keyof ObjectMeta]?: ObjectMeta[N] | undefined },
): Draft {
  const merged = Object.entries({ ...getMeta(object), ...meta }).filter(([, value]) => value !== undefined);
  return { ...object, metadata: Object.fromEntries(merged) };
}

/** Removes empty collections from metadata, because the API server does not store them. */
export function removeEmptyMeta(object: JsonObject): JsonObject {
  const meta = Object.entries(getMeta(object)).filter(
    ([name, value]) => !collections.includes(name) || !isEmpty(value),
  );
  return { ...object, metadata: Object.fromEntries(meta) };
}

const collections = ['labels', 'annotations', 'finalizers', 'ownerReferences'];

function isEmpty(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}

/** The key of an object within its kind. Lists are ordered by it. */
export function getId({
  namespace,
  name,
}: {
  readonly namespace?: string | undefined;
  readonly name?: string;
}): string {
  return namespace === undefined ? (name ?? '') : `${namespace}/${name ?? ''}`;
}
