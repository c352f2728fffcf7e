import type { StatusCause } from '@kubewright/runtime/internal/client';
import { type CrdSchema, getMember } from '@kubewright/runtime/internal/base';

/** One problem of an object. */
export type Problem = Required<StatusCause>;

/** The field of a problem that names none. */
export const noField = '<nil>';

/** What a schema finds in a value. */
export interface Judgement {
  readonly problems: readonly Problem[];
  /** How many checks apply: of several schemas that all refuse, the one with most of them is reported. */
  readonly matches: number;
}

/** The schema of a member: of a declared property, else of additional ones. */
export function findMemberSchema(
  { properties = {}, additionalProperties }: CrdSchema,
  name: string,
): CrdSchema | undefined {
  const others = additionalProperties === true ? {} : additionalProperties;
  return getMember(properties, name) ?? (others === false ? undefined : others);
}

/** As the checks of structural schemas write it, where a key of a map stands in brackets. */
export function buildMemberPath({ properties = {} }: CrdSchema, name: string, path: string): string {
  return Object.hasOwn(properties, name) ? joinFieldPath(path, name) : `${path}[${name}]`;
}

export function joinFieldPath(parent: string, name: string): string {
  return parent === '' ? name : `${parent}.${name}`;
}
