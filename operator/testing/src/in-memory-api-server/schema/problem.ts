import type { StatusCause } from '@kubewright/runtime/internal/client';
import { type CrdSchema, memberOf } from '@kubewright/runtime/internal/base';

/** One problem of an object. */
export type Problem = Required<StatusCause>;

/** The field of a problem that names none. */
export const noField = '<nil>';

/** What a schema finds in a value. */
export interface Judged {
  readonly problems: readonly Problem[];
  /** How many checks apply: of several schemas that all refuse, the one with most of them is reported. */
  readonly matches: number;
}

/** The schema of a member: of a declared property, else of additional ones. */
export function memberSchema(
  { properties = {}, additionalProperties }: CrdSchema,
  name: string,
): CrdSchema | undefined {
  const others = additionalProperties === true ? {} : additionalProperties;
  return memberOf(properties, name) ?? (others === false ? undefined : others);
}

/** As the checks of structural schemas write it, where a key of a map stands in brackets. */
export function memberPath({ properties = {} }: CrdSchema, name: string, path: string): string {
  return Object.hasOwn(properties, name) ? fieldPath(path, name) : `${path}[${name}]`;
}

export function fieldPath(parent: string, name: string): string {
  return parent === '' ? name : `${parent}.${name}`;
}
