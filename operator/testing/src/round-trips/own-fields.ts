import type { JsonSchema } from '@kubewright/runtime/internal/api';
import { isRecord } from '@kubewright/declaration';

/** A field of a schema; `[]` stands for each item of a list. */
export interface FieldPath {
  readonly path: readonly string[];
  readonly schema: JsonSchema;
}

/** Lists the fields that `own` declares and `other` lacks, without their subfields. */
export function listOwnFields(own: JsonSchema | undefined, other: JsonSchema | undefined): readonly FieldPath[] {
  const inItems =
    own?.items && other?.items ? listOwnFields(own.items, other.items).map((field) => below('[]', field)) : [];
  // If `other` declares no fields, such as an open map or a scalar, none of `own` is listed.
  if (other?.properties === undefined) return inItems;
  const { properties } = other;
  const inFields = Object.entries(own?.properties ?? {}).flatMap(([name, schema]) =>
    Object.hasOwn(properties, name)
      ? listOwnFields(schema, properties[name]).map((field) => below(name, field))
      : [{ path: [name], schema }],
  );
  return [...inItems, ...inFields];
}

function below(step: string, { path, schema }: FieldPath): FieldPath {
  return { path: [step, ...path], schema };
}

/** Returns a copy of `value` with another value at `path`, wherever its parent exists. */
export function replaceField(value: unknown, [step, ...rest]: readonly string[], by: unknown): unknown {
  if (step === undefined) return by;
  if (step === '[]') return Array.isArray(value) ? value.map((item) => replaceField(item, rest, by)) : value;
  if (!isRecord(value) || (rest.length > 0 && !Object.hasOwn(value, step))) return value;
  return { ...value, [step]: replaceField(value[step], rest, by) };
}
