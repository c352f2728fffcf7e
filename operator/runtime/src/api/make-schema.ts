import type { ExternalDocs, JsonSchema } from '../base/index.ts';
import type { CommonOptions } from './options.ts';
import type { Presence } from './schema.ts';

/** Schema options that stay even if they are empty or false. */
const values = new Set(['default', 'example']);

/**
 * Builds a schema. Its TypeScript types exist only at compile time, so the result is assignable to any schema type that
 * the caller declares.
 */
export function makeSchema(
  json: JsonSchema,
  options: Partial<CommonOptions<unknown>> = {},
  presence?: Presence,
): never {
  const { rules = [], externalDocs, ...rest } = options;
  const said = Object.entries(rest).filter(([name, value]) => isMeaningful(name, value));
  return {
    json: {
      ...json,
      ...Object.fromEntries(said),
      ...(externalDocs && { externalDocs: omitEmpty(externalDocs) }),
      ...(rules.length > 0 && { 'x-kubernetes-validations': rules }),
    },
    presence: presence ?? (rest.default === undefined ? 'required' : 'defaulted'),
  } as never;
}

/**
 * Whether the API server stores the option. It drops empty ones, so a CRD with them would differ from the stored one.
 */
function isMeaningful(name: string, value: unknown): boolean {
  if (value === undefined) return false;
  return values.has(name) || (value !== false && value !== '');
}

export function omitEmpty({ url, description = '' }: ExternalDocs): ExternalDocs {
  return { url, ...(description !== '' && { description }) };
}
