import { OperatorError } from './errors.ts';

/**
 * The error to throw if `error` was thrown because `value` cannot be written as JSON: it says where. `undefined` if it
 * has another reason.
 *
 * @param what completes "failed to ..."
 */
export function jsonError(error: unknown, what: string, value: unknown): OperatorError | undefined {
  // What JSON.stringify throws: a RangeError for what is nested too deeply.
  if (!(error instanceof TypeError) && !(error instanceof RangeError)) return undefined;
  const fault = faultIn(value, '', []);
  if (fault === undefined) return undefined;
  return new OperatorError('DECLARATION_INVALID', what, { hint: `${fault}, which JSON cannot hold`, cause: error });
}

function faultIn(value: unknown, path: string, above: readonly object[]): string | undefined {
  if (typeof value === 'bigint') return `${path} is a BigInt`;
  if (typeof value !== 'object' || value === null) return undefined;
  if (above.includes(value)) return `${path} contains itself`;
  if (above.length === deepest) return `${path} is nested too deeply`;
  const isList = Array.isArray(value);
  for (const [name, member] of Object.entries(value)) {
    const at = isList ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`;
    const fault = faultIn(member, at, [...above, value]);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Far deeper than the API server allows. */
const deepest = 1_000;
