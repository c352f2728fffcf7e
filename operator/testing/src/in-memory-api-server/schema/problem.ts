import type { StatusCause } from '@kubewright/runtime/internal/client';
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

export function joinFieldPath(parent: string, name: string): string {
  return parent === '' ? name : `${parent}.${name}`;
}
