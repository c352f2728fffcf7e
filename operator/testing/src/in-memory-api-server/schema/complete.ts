import { isRecord } from '@kubewright/declaration';
import type { CrdSchema } from '@kubewright/runtime/internal/base';

import { cloneJson, type JsonObject } from '../json.ts';
import { joinFieldPath, buildMemberPath, findMemberSchema } from './problem.ts';
import { readMeta, DecodeError } from './object-meta.ts';

/** An object as the API server stores it, and the paths of dropped fields. */
export interface Pruned {
  readonly object: JsonObject;
  readonly unknown: readonly string[];
}

/**
 * Removes fields that the schema does not declare, and nulls that it does not allow, unless these fields have a
 * default. Throws: `DecodeError` if the metadata or the type of the object is malformed.
 *
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#field-pruning
 */
export function pruneObject(object: JsonObject, schema: CrdSchema): Pruned {
  const unknown: string[] = [];
  const root = { ...schema, 'x-kubernetes-embedded-resource': true };
  return {
    object: prune(object, { schema: root, path: '', field: '', unknown }) as JsonObject,
    unknown: unknown.sort(),
  };
}

interface PruneContext {
  /** The schema of the value; absent below an undeclared field. */
  readonly schema: CrdSchema | undefined;
  /** The path with map keys as names: `spec.labels.app`. */
  readonly path: string;
  /** The path with map keys in brackets: `spec.labels[app]`. */
  readonly field: string;
  readonly unknown: string[];
  /** Whether the parent list preserves unknown fields of its items. */
  readonly isOpen?: boolean;
}

function prune(value: unknown, place: PruneContext): unknown {
  const isOpen = place.isOpen === true || place.schema?.['x-kubernetes-preserve-unknown-fields'] === true;
  if (isOpen && place.schema === undefined) return value;
  if (Array.isArray(value)) {
    const { schema, path, field, unknown } = place;
    const items = { schema: schema?.items, unknown, isOpen };
    return value.map((item: unknown, index) =>
      prune(item, { ...items, path: `${path}[${index}]`, field: `${field}[${index}]` }),
    );
  }
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).map(
    ([name, member]) => [name, pruneMember([name, member], place, isOpen)] as const,
  );
  return Object.fromEntries(kept.filter(([, member]) => member !== dropped));
}

const dropped = Symbol('dropped');

function pruneMember([name, member]: [string, unknown], place: PruneContext, isOpen: boolean): unknown {
  const { schema, path, unknown } = place;
  const at = joinFieldPath(path, name);
  if (schema?.['x-kubernetes-embedded-resource'] === true && metaFields.has(name)) {
    return readMetaField(name, member, { at: joinFieldPath(place.field, name), unknown });
  }
  const type = schema && findMemberSchema(schema, name);
  if (type !== undefined) {
    const field = buildMemberPath(schema ?? {}, name, place.field);
    return isUnwantedNull(member, type) ? dropped : prune(member, { schema: type, path: at, field, unknown });
  }
  if (isOpen) return member;
  unknown.push(at);
  return dropped;
}

function readMetaField(name: string, value: unknown, { at, unknown }: { at: string; unknown: string[] }): unknown {
  if (name === 'metadata') return readMeta(value, at, unknown);
  if (typeof value === 'string') return value;
  throw new DecodeError(`${at}: Invalid value: ${JSON.stringify(value)}: must be a string`);
}

const metaFields: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

function isUnwantedNull(value: unknown, { nullable, default: fallback }: CrdSchema): boolean {
  return value === null && nullable !== true && fallback === undefined;
}

/** Fills in the defaults of a schema. A null that the schema does not allow counts as missing. */
export function applyDefaults<T>(value: T, schema: CrdSchema): T {
  return fillDefaults(value, schema) as T;
}

function fillDefaults(value: unknown, schema: CrdSchema): unknown {
  if (Array.isArray(value)) {
    return value.map((item: unknown) => (schema.items === undefined ? item : fillDefault(item, schema.items)));
  }
  if (!isRecord(value)) return value;
  const missing = Object.entries(schema.properties ?? {}).filter(
    ([name, type]) => type.default !== undefined && !Object.hasOwn(value, name),
  );
  const given = Object.entries(value).map(([name, member]) => {
    const type = findMemberSchema(schema, name);
    return [name, type === undefined ? member : fillDefault(member, type)] as const;
  });
  return Object.fromEntries([
    ...given,
    ...missing.map(([name, type]) => [name, fillDefault(undefined, type)] as const),
  ]);
}

function fillDefault(value: unknown, schema: CrdSchema): unknown {
  const counts = value === undefined || (value === null && schema.nullable !== true);
  const isMissing = counts && schema.default !== undefined;
  return fillDefaults(isMissing ? cloneJson(schema.default) : value, schema);
}
