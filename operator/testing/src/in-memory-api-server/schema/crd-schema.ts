import { type CrdSchema, memberOf } from '@kubewright/runtime/internal/base';

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
