import type { Schema } from '../crd.ts';
import { step } from '../change.ts';
import type { Comparison } from './node.ts';

/** How server-side apply merges a list or a map. */
export const compareMerging: Comparison = ({ before, after, path }) => {
  const [old, now] = [mergedBy(before), mergedBy(after)];
  return old === now ? [] : [{ rule: 'merge-changed', path, what: `merged: ${step(old, now).replaceAll('"', '')}` }];
};

function mergedBy(schema: Schema): string {
  if (schema.type === 'object') return schema['x-kubernetes-map-type'] ?? 'granular';
  const keys = [...(schema['x-kubernetes-list-map-keys'] ?? [])].sort();
  return [schema['x-kubernetes-list-type'] ?? 'atomic', ...(keys.length > 0 ? [`by ${keys.join(', ')}`] : [])].join(
    ' ',
  );
}
