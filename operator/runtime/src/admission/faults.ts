import { stringifyExactly } from '../base/index.ts';

/** The reasons that the API server itself gives for a refused field. `metav1.CauseType` in apimachinery. */
export type FieldErrorReason =
  | 'FieldValueDuplicate'
  | 'FieldValueForbidden'
  | 'FieldValueInvalid'
  | 'FieldValueNotFound'
  | 'FieldValueNotSupported'
  | 'FieldValueRequired';

/** One thing that is wrong with an object, in the form of the API server's own validation. */
export interface FieldError {
  /** The field, such as `spec.ports[0].port`. */
  readonly path: string;
  readonly reason: FieldErrorReason;
  /** Begins with the kind of fault: "Invalid value: 7: must be even". */
  readonly message: string;
}

/**
 * The value of a field is wrong in itself.
 *
 * @param detail what to write instead: "must be at most 3"
 */
export function invalid(path: string, value: unknown, detail: string): FieldError {
  return { path, reason: 'FieldValueInvalid', message: `Invalid value: ${formatValue(value)}: ${detail}` };
}

/** A field is absent that has to be there. */
export function required(path: string, detail: string): FieldError {
  return { path, reason: 'FieldValueRequired', message: `Required value: ${detail}` };
}

/** A field is set that may not be, or is changed though it may not change. */
export function forbidden(path: string, detail: string): FieldError {
  return { path, reason: 'FieldValueForbidden', message: `Forbidden: ${detail}` };
}

/** A value that has to be unique is there twice. */
export function duplicate(path: string, value: unknown): FieldError {
  return { path, reason: 'FieldValueDuplicate', message: `Duplicate value: ${formatValue(value)}` };
}

/** What a field names does not exist. */
export function notFound(path: string, value: unknown): FieldError {
  return { path, reason: 'FieldValueNotFound', message: `Not found: ${formatValue(value)}` };
}

/** A value is none of those that are possible. */
export function notSupported(path: string, value: unknown, possible: readonly string[]): FieldError {
  const list = possible.map(formatValue).join(', ');
  return {
    path,
    reason: 'FieldValueNotSupported',
    message: `Unsupported value: ${formatValue(value)}: supported values: ${list}`,
  };
}

/** The faults in one line: `spec.size: Invalid value: 7: must be even`, or several in brackets. */
export function formatFaults(faults: readonly FieldError[]): string {
  const texts = faults.map(({ path, message }) => `${path}: ${message}`);
  return texts.length === 1 ? (texts[0] ?? '') : `[${texts.join(', ')}]`;
}

/** A refusal is shown on a terminal and kept in the audit log: a long value is cut. */
const longest = 200;

function formatValue(value: unknown): string {
  const text = value === undefined ? 'null' : stringifyExactly(value);
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}
