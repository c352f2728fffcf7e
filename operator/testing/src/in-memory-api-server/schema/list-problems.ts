import { isEqualJson } from '@kubewright/runtime/internal/reconcile/compare';
import { isRecord } from '@kubewright/declaration';
import type { CrdSchema } from '@kubewright/runtime/internal/base';

import type { JsonObject } from '../json.ts';
import { listParts, type Place, type Problem } from './problem.ts';
import { findLabelProblems } from '../writes/check-metadata.ts';
import { readMeta } from './object-meta.ts';

/** Finds duplicate items in lists of the types `set` and `map`. */
export function findDuplicates(place: Place): readonly Problem[] {
  const { value, schema, path } = place;
  const own = Array.isArray(value) ? findOwnDuplicates(value, schema, path) : [];
  return [...own, ...listParts(place).flatMap(findDuplicates)];
}

function findOwnDuplicates(list: readonly unknown[], schema: CrdSchema, path: string): readonly Problem[] {
  const { 'x-kubernetes-list-type': type = 'atomic', 'x-kubernetes-list-map-keys': keys = [] } = schema;
  if (type === 'atomic') return [];
  const wrong = type === 'map' ? list.findIndex((item) => item !== null && !isRecord(item)) : -1;
  if (wrong >= 0) {
    const text = `${JSON.stringify(list[wrong])}: must be an object for an array of list-type map`;
    return [{ reason: 'FieldValueInvalid', message: `Invalid value: ${text}`, field: `${path}[${wrong}]` }];
  }
  const ids = list.map((item) => (type === 'set' ? item : pick(isRecord(item) ? item : {}, keys)));
  return ids.flatMap((id, index) => {
    const earlier = ids.slice(0, index).filter((other) => isEqualJson(id, other)).length;
    // The API server reports only the second of several equal items.
    if (earlier !== 1) return [];
    const message = `Duplicate value: ${JSON.stringify(id)}`;
    return [{ reason: 'FieldValueDuplicate', message, field: `${path}[${index}]` }];
  });
}

function pick(item: JsonObject, keys: readonly string[]): unknown {
  return Object.fromEntries(
    [...keys].sort().flatMap((key) => (Object.hasOwn(item, key) ? [[key, item[key]] as const] : [])),
  );
}

/** Finds problems in `apiVersion`, `kind` and `metadata` of an embedded resource. */
export function embeddedProblems(place: Place): readonly Problem[] {
  const { value, schema, path } = place;
  const isEmbedded = schema['x-kubernetes-embedded-resource'] === true && isRecord(value);
  const own = isEmbedded
    ? [
        ...['apiVersion', 'kind'].flatMap((name) => textProblems(value[name], `${path}.${name}`)),
        ...findLabelProblems(readMeta(value['metadata'] ?? {}, path, []), `${path}.metadata.labels`),
      ]
    : [];
  return [...own, ...listParts(place).flatMap(embeddedProblems)];
}

function textProblems(value: unknown, field: string): readonly Problem[] {
  if (value === undefined) return [{ reason: 'FieldValueRequired', message: 'Required value', field }];
  const why = typeof value !== 'string' ? 'must be a string' : value === '' ? 'must not be empty' : undefined;
  return why === undefined
    ? []
    : [{ reason: 'FieldValueInvalid', message: `Invalid value: ${JSON.stringify(value)}: ${why}`, field }];
}
