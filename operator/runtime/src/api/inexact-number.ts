import { isRecord } from '../base/index.ts';
import type { JsonSchema } from './json-schema.ts';
import { childOf } from './schema-at.ts';

/** A number that JSON does not carry as it is. */
export interface InexactNumber {
  /** `spec.ports[0].port` */
  readonly path: string;
  readonly value: number | bigint;
}

/** For messages, after the path and the value. */
export const inexactNumberHint =
  'JavaScript holds integers between -(2^53-1) and 2^53-1 exactly: keep the number within these, or use a string';

/**
 * The first number that JSON does not carry as it is: not finite, a `bigint`, or an integer beyond ±(2^53-1), which may
 * be rounded already. Where the schema says `number` such a value is a fraction that happens to be whole.
 *
 * @param schema `{}` if it is not known
 * @param isKnown whether one is right nevertheless
 */
export function findInexact(
  value: unknown,
  schema: JsonSchema,
  isKnown: (value: number | bigint) => boolean = () => false,
): InexactNumber | undefined {
  for (const found of inexactIn(value, schema, '')) if (!isKnown(found.value)) return found;
  return undefined;
}

function* inexactIn(value: unknown, schema: JsonSchema, path: string): Generator<InexactNumber> {
  if (isInexact(value, schema)) yield { path, value };
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      yield* inexactIn(item, schema.items ?? {}, `${path}[${String(index)}]`);
  } else if (isRecord(value)) {
    for (const [name, member] of Object.entries(value))
      yield* inexactIn(member, childOf(schema, name) ?? {}, path === '' ? name : `${path}.${name}`);
  }
}

function isInexact(value: unknown, { type }: JsonSchema): value is number | bigint {
  if (typeof value !== 'number') return typeof value === 'bigint';
  if (!Number.isFinite(value)) return true;
  return Number.isInteger(value) && !Number.isSafeInteger(value) && type !== 'number';
}

/** Whether a JSON value has this number somewhere: a copy of what was read exactly. */
export function hasNumber(value: unknown, wanted: number | bigint): boolean {
  if (value === wanted) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some((each) => hasNumber(each, wanted));
}
