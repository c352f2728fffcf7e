import { type JsonSchema, type Kind, getMember } from '../base/index.ts';
import type { Api } from './api.ts';

const step = /\.([^.[\]']+)|\['((?:[^'\\]|\\.)*)'\]/y;

/** Parses a path such as `.spec.labels['app/name']` to its names; `undefined` for an invalid path. */
export function parseSteps(path: string): readonly string[] | undefined {
  const steps: string[] = [];
  let at = 0;
  while (at < path.length) {
    step.lastIndex = at;
    const found = step.exec(path);
    if (found === null) return undefined;
    steps.push(found[1] ?? (found[2] ?? '').replaceAll(/\\(.)/g, '$1'));
    at = step.lastIndex;
  }
  return steps;
}

/** Finds the schema of a kind in its version; `undefined` for a kind that `defineApi` did not declare. */
export function findKindSchema({ crd, version }: Kind & Partial<Pick<Api, 'crd'>>): JsonSchema | undefined {
  return crd?.spec.versions.find(({ name }) => name === version)?.schema.openAPIV3Schema;
}

/**
 * Finds the schema of the value at the path `steps`; `undefined` if the schema has no such field, `{}` if it allows
 * anything there.
 */
export function findSchemaAt(schema: JsonSchema, steps: readonly string[]): JsonSchema | undefined {
  return steps.reduce<JsonSchema | undefined>((parent, name) => parent && findChildSchema(parent, name), schema);
}

export function findChildSchema(schema: JsonSchema, name: string): JsonSchema | undefined {
  const { properties, additionalProperties } = schema;
  return (
    getMember(properties, name) ??
    additionalProperties ??
    (schema['x-kubernetes-preserve-unknown-fields'] === true ? {} : undefined)
  );
}

export function isUnrestricted(schema: JsonSchema): boolean {
  return schema.type === undefined && schema['x-kubernetes-int-or-string'] !== true;
}
