import type { JsonSchema } from '../base/index.ts';
import { findChildSchema } from './schema-at.ts';

/** A number that may not survive `JSON.parse` and `JSON.stringify` exactly. */
export interface InexactNumber {
  /** The path of the number, such as `spec.ports[0].port`. */
  readonly path: string;
  readonly value: number | bigint;
}

/** The end of error messages about such a number, after its path and value. */
export const inexactNumberHint =
  'JavaScript holds integers between -(2^53-1) and 2^53-1 exactly: keep the number in this range, or use a string';

/**
 * Finds the first number that may not survive `JSON.parse` and `JSON.stringify` exactly: not finite, a `bigint`, or an
 * integer beyond ±(2^53-1), which may be rounded already. Accepts such an integer if the schema has the type `number`.
 * @param schema the schema of `value`; `{}` if it is unknown
 * @param isKnown whether such a number is correct nevertheless
 */
export function findInexact(
  value: unknown,
  schema: JsonSchema,
  isKnown: (value: number | bigint) => boolean = () => false,
): InexactNumber | undefined {
  if (isInexact(value, schema)) return isKnown(value) ? undefined : { path: '', value };
  return typeof value === 'object' && value !== null ? findWithin(value, schema, isKnown) : undefined;
}

function findWithin(
  value: object,
  schema: JsonSchema,
  isKnown: (value: number | bigint) => boolean,
): InexactNumber | undefined {
  const isList = Array.isArray(value);
  for (const [name, member] of Object.entries(value)) {
    const found = findInexact(member, (isList ? schema.items : findChildSchema(schema, name)) ?? {}, isKnown);
    if (found !== undefined) return { ...found, path: joinPath(isList ? `[${name}]` : name, found.path) };
  }
  return undefined;
}

function joinPath(step: string, rest: string): string {
  return rest === '' || rest.startsWith('[') ? `${step}${rest}` : `${step}.${rest}`;
}

function isInexact(value: unknown, { type }: JsonSchema): value is number | bigint {
  if (typeof value !== 'number') return typeof value === 'bigint';
  if (!Number.isFinite(value)) return true;
  return Number.isInteger(value) && !Number.isSafeInteger(value) && type !== 'number';
}

/** Whether a JSON value contains the number `wanted`: a copy of an exactly parsed number is exact. */
export function hasNumber(value: unknown, wanted: number | bigint): boolean {
  if (value === wanted) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some((each) => hasNumber(each, wanted));
}
