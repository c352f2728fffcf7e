import { type FieldError, formatFaults } from '../admission/index.ts';

/** Why an object could not be converted: a metrics label. */
export type ConversionFailure =
  /** A function threw `conversionError(...)`. */
  | 'Unconvertible'
  /** A function threw another error. */
  | 'Threw'
  /** A function returned invalid content. */
  | 'InvalidResult'
  /** A number would be rounded, or a function cannot handle one beyond the safe integers. */
  | 'Inexact'
  /** The retained values exceed the annotations' size limit. */
  | 'TooLarge'
  /** The object has another kind, or an undeclared version. */
  | 'UnknownVersion';

/** An object cannot be converted; the message has the reason, without the object. */
export class ConversionError extends Error {
  override readonly name = 'ConversionError';
  readonly reason: ConversionFailure;
  /** The invalid fields, if known. */
  readonly fields: readonly string[];

  constructor(reason: ConversionFailure, message: string, more: { fields?: readonly string[]; cause?: unknown } = {}) {
    super(message, more.cause === undefined ? {} : { cause: more.cause });
    this.reason = reason;
    this.fields = more.fields ?? [];
  }
}

/**
 * The error of a conversion function for an object without an equivalent in the other version, with the fields: `throw
 * conversionError(invalid('spec.size', spec.size, 'v1 has no such size'))`. Clients that request the object see it.
 */
export function conversionError(...faults: readonly [FieldError, ...FieldError[]]): Error {
  return new ConversionError('Unconvertible', formatFaults(faults), { fields: faults.map(({ path }) => path) });
}
