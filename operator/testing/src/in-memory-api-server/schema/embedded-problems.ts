import { isRecord } from '@kubewright/declaration';
import type { CrdSchema } from '@kubewright/runtime/internal/base';

import { labelProblems } from '../writes/check-metadata.ts';
import { memberPath, memberSchema, type Problem } from './problem.ts';
import { readMeta } from './object-meta.ts';

/** What is wrong with the type and the metadata of objects that are embedded in a custom resource. */
export function embeddedProblems(value: unknown, schema: CrdSchema, path: string): readonly Problem[] {
  if (Array.isArray(value)) {
    const { items } = schema;
    return items === undefined ? [] : value.flatMap((item, at) => embeddedProblems(item, items, `${path}[${at}]`));
  }
  if (!isRecord(value)) return [];
  const isEmbedded = schema['x-kubernetes-embedded-resource'] === true;
  const types = ['apiVersion', 'kind'].flatMap((name) => textProblems(value[name], `${path}.${name}`));
  const own = isEmbedded
    ? [...types, ...labelProblems(readMeta(value['metadata'] ?? {}, path, []), `${path}.metadata.labels`)]
    : [];
  const inside = Object.entries(value).flatMap(([name, member]) => {
    const type = memberSchema(schema, name);
    return type === undefined ? [] : embeddedProblems(member, type, memberPath(schema, name, path));
  });
  return [...own, ...inside];
}

function textProblems(value: unknown, field: string): readonly Problem[] {
  if (value === undefined) return [{ reason: 'FieldValueRequired', message: 'Required value', field }];
  const why = typeof value !== 'string' ? 'must be a string' : value === '' ? 'must not be empty' : undefined;
  return why === undefined
    ? []
    : [{ reason: 'FieldValueInvalid', message: `Invalid value: ${JSON.stringify(value)}: ${why}`, field }];
}
