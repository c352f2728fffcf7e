import { isRecord } from '../options/index.ts';
import type { DeclaredApi } from './declaration.ts';

/** Whether this is the CustomResourceDefinition of a declared kind. */
export function defines(document: unknown, { plural, group, kind }: DeclaredApi): boolean {
  const { kind: type, metadata, spec } = record(document);
  const names = record(record(spec)['names']);
  return (
    type === 'CustomResourceDefinition' && record(metadata)['name'] === `${plural}.${group}` && names['kind'] === kind
  );
}

function record(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}
