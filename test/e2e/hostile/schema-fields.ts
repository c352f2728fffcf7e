import type { JsonSchema } from '../../../operator/runtime/src/api/index.ts';

/** A field of a schema, with its path. */
export interface Field {
  /** The path from the top of the object: `['spec', 'replicas']`. */
  readonly path: readonly string[];
  readonly schema: JsonSchema;
  readonly required: boolean;
}

/** A field and all fields below it. */
export function listFields(field: Field): readonly Field[] {
  const { path, schema } = field;
  const below = Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    listFields({ path: [...path, name], schema: property, required: schema.required?.includes(name) === true }),
  );
  return [field, ...below];
}

/** Returns a copy of `object` with `value` at `path`. With `undefined`, the field is absent from the JSON. */
export function setAt(object: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  const members = Object.entries((object ?? {}) as Record<string, unknown>);
  const old = members.find(([key]) => key === name)?.[1];
  // A computed name defines an own property, also for `__proto__`.
  return { ...Object.fromEntries(members), [name]: setAt(old, rest, value) };
}
