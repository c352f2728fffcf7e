import type { StatusCause } from '@kubewright/runtime/internal/client';

/** One problem of an object. */
export type Problem = Required<StatusCause>;

/** The field of a problem that names none. */
export const noField = '<nil>';

/** What a schema finds in a value. */
export interface Judged {
  readonly problems: readonly Problem[];
  /** How many checks apply: of several schemas that all refuse, the one with most of them is reported. */
  readonly matches: number;
}
