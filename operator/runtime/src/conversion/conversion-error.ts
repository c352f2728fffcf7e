import { type FieldError, formatFaults } from '../admission/index.ts';

/** Why an object could not be converted; the label of a metric. */
export type ConversionFailure =
  /** A conversion function threw `conversionError(...)`. */
  | 'Unconvertible'
  /** A conversion function threw another error. */
  | 'Threw'
  /** A conversion function returned invalid content. */
  | 'InvalidResult'
  /** A number would be rounded, or a conversion function failed with an integer beyond ±(2^53-1). */
  | 'Inexact'
  /** The annotations with retained values exceed the size limit of the API server. */
  | 'TooLarge'
  /** The object has another kind, or an undeclared version. */
  | 'UnknownVersion';

/** The error for an object that cannot be converted. The message has the reason, but not the object. */
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
 * Creates the error that a conversion function throws for an object without an equivalent in the other version: `throw
 * conversionError(invalid('spec.size', spec.size, 'v1 has no such size'))`. Clients that request the object see its
 * fields and texts.
 */
export function conversionError(...faults: readonly [FieldError, ...FieldError[]]): Error {
  return new ConversionError('Unconvertible', formatFaults(faults), { fields: faults.map(({ path }) => path) });
}
