import { type FieldError, formatFaults } from '../admission/index.ts';

/** Why an object cannot be converted: a label of metrics. */
export type ConversionFailure =
  /** A function has thrown `unconvertible(...)`. */
  | 'Unconvertible'
  /** A function has thrown something else. */
  | 'Threw'
  /** A function has returned what is no content of an object. */
  | 'InvalidResult'
  /** A number would be rounded, or a function cannot take one that is too large for a `number`. */
  | 'Inexact'
  /** What the version has no place for does not fit into the annotations of the object. */
  | 'TooLarge'
  /** It has another kind, or a version that is not declared. */
  | 'UnknownVersion';

/** An object cannot be converted; the message says why, and names no object. */
export class ConversionError extends Error {
  override readonly name = 'NotConverted';
  readonly reason: ConversionFailure;
  /** The fields that are at fault, if they are known. */
  readonly fields: readonly string[];

  constructor(reason: ConversionFailure, message: string, more: { fields?: readonly string[]; cause?: unknown } = {}) {
    super(message, more.cause === undefined ? {} : { cause: more.cause });
    this.reason = reason;
    this.fields = more.fields ?? [];
  }
}

/**
 * The error with which a function of a conversion says that an object has no equivalent in the other version, and in
 * which fields: `throw unconvertible(invalid('spec.size', spec.size, 'v1 has no such size'))`. Whoever asks for the
 * object reads it.
 */
export function conversionError(...faults: readonly [FieldError, ...FieldError[]]): Error {
  return new ConversionError('Unconvertible', formatFaults(faults), { fields: faults.map(({ path }) => path) });
}
