import { exactText } from '../base/index.ts';

/** The reasons that the API server itself gives for a refused field. `metav1.CauseType` in apimachinery. */
export type FaultReason =
  | 'FieldValueDuplicate'
  | 'FieldValueForbidden'
  | 'FieldValueInvalid'
  | 'FieldValueNotFound'
  | 'FieldValueNotSupported'
  | 'FieldValueRequired';

/** One thing that is wrong with an object, in the form of the API server's own validation. */
export interface Fault {
  /** The field, such as `spec.ports[0].port`. */
  readonly path: string;
  readonly reason: FaultReason;
  /** Begins with the kind of fault: "Invalid value: 7: must be even". */
  readonly message: string;
}

/**
 * The value of a field is wrong in itself.
 *
 * @param detail what to write instead: "must be at most 3"
 */
export function invalid(path: string, value: unknown, detail: string): Fault {
  return { path, reason: 'FieldValueInvalid', message: `Invalid value: ${shown(value)}: ${detail}` };
}

/** A field is absent that has to be there. */
export function required(path: string, detail: string): Fault {
  return { path, reason: 'FieldValueRequired', message: `Required value: ${detail}` };
}

/** A field is set that may not be, or is changed though it may not change. */
export function forbidden(path: string, detail: string): Fault {
  return { path, reason: 'FieldValueForbidden', message: `Forbidden: ${detail}` };
}

/** A value that has to be unique is there twice. */
export function duplicate(path: string, value: unknown): Fault {
  return { path, reason: 'FieldValueDuplicate', message: `Duplicate value: ${shown(value)}` };
}

/** What a field names does not exist. */
export function notFound(path: string, value: unknown): Fault {
  return { path, reason: 'FieldValueNotFound', message: `Not found: ${shown(value)}` };
}

/** A value is none of those that are possible. */
export function notSupported(path: string, value: unknown, possible: readonly string[]): Fault {
  const list = possible.map(shown).join(', ');
  return {
    path,
    reason: 'FieldValueNotSupported',
    message: `Unsupported value: ${shown(value)}: supported values: ${list}`,
  };
}

/** The faults in one line: `spec.size: Invalid value: 7: must be even`, or several in brackets. */
export function faultText(faults: readonly Fault[]): string {
  const texts = faults.map(({ path, message }) => `${path}: ${message}`);
  return texts.length === 1 ? (texts[0] ?? '') : `[${texts.join(', ')}]`;
}

/** A refusal is shown on a terminal and kept in the audit log: a long value is cut. */
const longest = 200;

function shown(value: unknown): string {
  const text = value === undefined ? 'null' : exactText(value);
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}
