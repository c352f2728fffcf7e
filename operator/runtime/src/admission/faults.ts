import { stringifyExactly } from '../base/index.ts';

/** The API server's reasons for an invalid field. `metav1.CauseType` in apimachinery. */
export type FieldErrorReason =
  | 'FieldValueDuplicate'
  | 'FieldValueForbidden'
  | 'FieldValueInvalid'
  | 'FieldValueNotFound'
  | 'FieldValueNotSupported'
  | 'FieldValueRequired';

/** One invalid field, in the form of the API server's own validation. */
export interface FieldError {
  /** The field, such as `spec.ports[0].port`. */
  readonly path: string;
  readonly reason: FieldErrorReason;
  /** Starts with the kind of error: "Invalid value: 7: must be even". */
  readonly message: string;
}

/**
 * Reports an invalid value.
 * @param detail the rule for valid values: "must be at most 3"
 */
export function invalid(path: string, value: unknown, detail: string): FieldError {
  return { path, reason: 'FieldValueInvalid', message: `Invalid value: ${formatValue(value)}: ${detail}` };
}

/** Reports a missing required field. */
export function required(path: string, detail: string): FieldError {
  return { path, reason: 'FieldValueRequired', message: `Required value: ${detail}` };
}

/** Reports a field that must not be set or changed. */
export function forbidden(path: string, detail: string): FieldError {
  return { path, reason: 'FieldValueForbidden', message: `Forbidden: ${detail}` };
}

/** Reports a value that occurs twice but has to be unique. */
export function duplicate(path: string, value: unknown): FieldError {
  return { path, reason: 'FieldValueDuplicate', message: `Duplicate value: ${formatValue(value)}` };
}

/** Reports a reference to something that does not exist. */
export function notFound(path: string, value: unknown): FieldError {
  return { path, reason: 'FieldValueNotFound', message: `Not found: ${formatValue(value)}` };
}

/** Reports a value that is not in the list `possible`. */
export function notSupported(path: string, value: unknown, possible: readonly string[]): FieldError {
  const list = possible.map(formatValue).join(', ');
  return {
    path,
    reason: 'FieldValueNotSupported',
    message: `Unsupported value: ${formatValue(value)}: supported values: ${list}`,
  };
}

/** Formats errors as one line: `spec.size: Invalid value: 7: must be even`; several errors are in brackets. */
export function formatFaults(faults: readonly FieldError[]): string {
  const texts = faults.map(({ path, message }) => `${path}: ${message}`);
  return texts.length === 1 ? (texts[0] ?? '') : `[${texts.join(', ')}]`;
}

/** Longest quoted value, in characters: rejections appear in terminals and in the audit log. */
const longest = 200;

function formatValue(value: unknown): string {
  const text = value === undefined ? 'null' : stringifyExactly(value);
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}
