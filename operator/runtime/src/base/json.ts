import { OperatorError } from './errors.ts';

/** JSON functions that expose the source text of a number. https://github.com/tc39/proposal-json-parse-with-source */
const { parse, rawJSON, stringify } = JSON as unknown as {
  parse(
    this: void,
    text: string,
    revive: (name: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown;
  rawJSON(this: void, text: string): object;
  stringify(this: void, value: unknown, replace: (name: string, value: unknown) => unknown): string;
};

/** Matches every text with an integer beyond 2^53. Other texts use the faster `JSON.parse`. */
const manyDigits = /\d{16}/;

/**
 * Parses JSON without rounding integers: an integer that a `number` cannot hold becomes a `bigint`. Used for objects
 * that webhooks return to the API server; lists and watches use `JSON.parse`.
 */
export function parseExactly(text: string): unknown {
  return manyDigits.test(text) ? parse(text, reviveExactly) : (JSON.parse(text) as unknown);
}

function reviveExactly(_: string, value: unknown, { source = '' }: { source?: string }): unknown {
  const isRounded = typeof value === 'number' && /^-?\d{16,}$/.test(source) && String(value) !== source;
  return isRounded ? BigInt(source) : value;
}

/** The JSON text of a value; the inverse of `parseExactly`. */
export function stringifyExactly(value: unknown): string {
  return stringify(value, (_, each) => (typeof each === 'bigint' ? rawJSON(String(each)) : each));
}

/**
 * Explains why `value` cannot be written as JSON, with the path of the offending part. `undefined` if `error` has
 * another reason.
 * @param what completes "failed to ..."
 */
export function toJsonError(error: unknown, what: string, value: unknown): OperatorError | undefined {
  // JSON.stringify throws a RangeError for values that are nested too deeply.
  if (!(error instanceof TypeError) && !(error instanceof RangeError)) return undefined;
  const fault = findJsonProblem(value, '', []);
  if (fault === undefined) return undefined;
  return new OperatorError('DECLARATION_INVALID', what, {
    hint: `${fault}, which JSON cannot represent`,
    cause: error,
  });
}

function findJsonProblem(value: unknown, path: string, above: readonly object[]): string | undefined {
  if (typeof value === 'bigint') return `${path} is a BigInt`;
  if (typeof value !== 'object' || value === null) return undefined;
  if (above.includes(value)) return `${path} contains itself`;
  if (above.length === deepest) return `${path} is nested too deeply`;
  const isList = Array.isArray(value);
  for (const [name, member] of Object.entries(value)) {
    const at = isList ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`;
    const fault = findJsonProblem(member, at, [...above, value]);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Maximum depth of the search: far deeper than the API server allows. */
const deepest = 1_000;
