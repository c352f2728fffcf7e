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
 * A field has an invalid value.
 *
 * @param detail what to write instead: "must be at most 3"
 */
export function invalid(path: string, value: unknown, detail: string): FieldError {
  return { path, reason: 'FieldValueInvalid', message: `Invalid value: ${formatValue(value)}: ${detail}` };
}

/** A required field is missing. */
export function required(path: string, detail: string): FieldError {
  return { path, reason: 'FieldValueRequired', message: `Required value: ${detail}` };
}

/** A field is set or changed although it must not be. */
export function forbidden(path: string, detail: string): FieldError {
  return { path, reason: 'FieldValueForbidden', message: `Forbidden: ${detail}` };
}

/** A unique value occurs twice. */
export function duplicate(path: string, value: unknown): FieldError {
  return { path, reason: 'FieldValueDuplicate', message: `Duplicate value: ${formatValue(value)}` };
}

/** A field refers to something that does not exist. */
export function notFound(path: string, value: unknown): FieldError {
  return { path, reason: 'FieldValueNotFound', message: `Not found: ${formatValue(value)}` };
}

/** A value is not one of the supported values. */
export function notSupported(path: string, value: unknown, possible: readonly string[]): FieldError {
  const list = possible.map(formatValue).join(', ');
  return {
    path,
    reason: 'FieldValueNotSupported',
    message: `Unsupported value: ${formatValue(value)}: supported values: ${list}`,
  };
}

/** The errors in one line: `spec.size: Invalid value: 7: must be even`, or several in brackets. */
export function formatFaults(faults: readonly FieldError[]): string {
  const texts = faults.map(({ path, message }) => `${path}: ${message}`);
  return texts.length === 1 ? (texts[0] ?? '') : `[${texts.join(', ')}]`;
}

/** Terminals and the audit log show a rejection: long values are cut. */
const longest = 200;

function formatValue(value: unknown): string {
  const text = value === undefined ? 'null' : stringifyExactly(value);
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}
