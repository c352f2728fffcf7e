import type { StatusCause } from '@kubewright/runtime/internal/client';
import { type CrdSchema, getMember } from '@kubewright/runtime/internal/base';

export type Problem = Required<StatusCause>;

/** The field of a problem without one. */
export const noField = '<nil>';

export interface Judgement {
  readonly problems: readonly Problem[];
  /** The number of applicable checks: if several schemas reject a value, the one with the most is reported. */
  readonly matches: number;
}

/** The schema of a member: a declared property, or else additional properties. */
export function findMemberSchema(
  { properties = {}, additionalProperties }: CrdSchema,
  name: string,
): CrdSchema | undefined {
  const others = additionalProperties === true ? {} : additionalProperties;
  return getMember(properties, name) ?? (others === false ? undefined : others);
}

/** Formats a path like the checks of structural schemas, with map keys in brackets. */
export function buildMemberPath({ properties = {} }: CrdSchema, name: string, path: string): string {
  return Object.hasOwn(properties, name) ? joinFieldPath(path, name) : `${path}[${name}]`;
}

export function joinFieldPath(parent: string, name: string): string {
  return parent === '' ? name : `${parent}.${name}`;
}
