import type { StatusCause } from '@kubewright/runtime/internal/client';
import { isRecord } from '@kubewright/declaration';
import { type CrdSchema, getMember } from '@kubewright/runtime/internal/base';

export type Problem = Required<StatusCause>;

/** What the API server prints if a problem has no field. */
export const noField = '<nil>';

export interface Judgement {
  readonly problems: readonly Problem[];
  /**
   * The number of checks that apply to the value. If several schemas reject a value, the API server reports the
   * problems of the one with the highest number.
   */
  readonly matches: number;
}

/** Returns the schema of a field: that of the declared property, or else of additional properties. */
export function findMemberSchema(
  { properties = {}, additionalProperties }: CrdSchema,
  name: string,
): CrdSchema | undefined {
  const others = additionalProperties === true ? {} : additionalProperties;
  return getMember(properties, name) ?? (others === false ? undefined : others);
}

/** Formats a path like the API server's structural schema checks, with map keys in brackets. */
export function buildMemberPath({ properties = {} }: CrdSchema, name: string, path: string): string {
  return Object.hasOwn(properties, name) ? joinFieldPath(path, name) : `${path}[${name}]`;
}

/** A value in an object, with its schema and its path. */
export interface Place {
  readonly value: unknown;
  readonly schema: CrdSchema;
  readonly path: string;
}

/** An item of a list, with its index, or a member of an object, with its name. */
export interface Part extends Place {
  readonly step: number | string;
}

/** Lists the parts of a value for which its schema has a type. */
export function listParts({ value, schema, path }: Place): readonly Part[] {
  if (Array.isArray(value)) {
    const { items } = schema;
    if (items === undefined) return [];
    return value.map((item: unknown, step) => ({ step, value: item, schema: items, path: `${path}[${step}]` }));
  }
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([step, member]) => {
    const type = findMemberSchema(schema, step);
    return type === undefined ? [] : [{ step, value: member, schema: type, path: buildMemberPath(schema, step, path) }];
  });
}

export function joinFieldPath(parent: string, name: string): string {
  return parent === '' ? name : `${parent}.${name}`;
}
