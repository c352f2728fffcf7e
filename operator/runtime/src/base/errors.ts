import type { ObjectKey } from './objects.ts';

/**
 * The error codes: whether a retry can fix the error, and a hint for the user. `operator/docs/README.md` lists them.
 */
export const codes = {
  API_CONFLICT: {
    retry: true,
    hint: 'the object has changed or was replaced; the operator reads it again and retries',
  },
  API_EXPIRED: { retry: true, hint: 'the resource version has expired; the operator lists all objects again' },
  API_FORBIDDEN: { retry: true, hint: 'check the RBAC rules, quotas, policies and webhooks of the cluster' },
  API_INVALID: {
    retry: false,
    hint: 'the API server rejects the object; correct the code or spec that it is built from',
  },
  API_NOT_FOUND: { retry: true, hint: 'check the name, and whether the CRD is installed' },
  API_UNAUTHORIZED: { retry: true, hint: 'check the credentials; a token may have expired' },
  API_UNAVAILABLE: { retry: true, hint: 'the API server did not answer; the request is retried' },
  CLUSTER_FAILED: { retry: false, hint: 'see the logs of the test cluster' },
  CREDENTIALS_INVALID: { retry: false, hint: 'check --kubeconfig, KUBECONFIG, or the ServiceAccount of the Pod' },
  DECLARATION_INVALID: { retry: false, hint: 'correct the declaration' },
  EDIT_CONFLICT: {
    retry: true,
    hint: 'another field manager owns a field; choose other fields, or take it over with { force: true }',
  },
  EDIT_NOT_FOUND: { retry: true, hint: 'an edit never creates an object; it is applied once the object exists' },
  GENERATE_FAILED: { retry: false, hint: 'correct the input of the generator' },
  NAME_CONFLICT: { retry: true, hint: 'rename the custom resource, or delete the object that has the name' },
  NOT_LEADER: { retry: true, hint: 'another replica is the leader; this one does not write' },
  NOT_READY: { retry: true, hint: 'see the conditions in the status' },
  OWNER_DELETED: {
    retry: false,
    hint: 'the owner was deleted or is terminating; the operator does not create children for it',
  },
  SCHEMA_INVALID: { retry: false, hint: 'correct the schema' },
  SETTINGS_INVALID: { retry: false, hint: 'see --help' },
  SPEC_INVALID: { retry: false, hint: 'edit the spec; retrying cannot help' },
  STALE: { retry: true, hint: 'the owner has changed since it was read; the operator reads it again and retries' },
  STOPPED: { retry: true, hint: 'the process is stopping' },
  TEST_FAILED: { retry: false, hint: 'fix the test or the code under test' },
  TIMED_OUT: { retry: true, hint: 'the operation is retried' },
} as const;

/** The code of an error. Codes are stable, so programs can test for them. */
export type ErrorCode = keyof typeof codes;

/** Optional properties of an error. */
export interface ErrorDetails {
  /** The object that the error is about. */
  readonly object?: ObjectKey;
  readonly cause?: unknown;
  /** Says what to do. @default - the hint of the code */
  readonly hint?: string;
}

/** An error of the runtime: a code for programs, a sentence for users, and the cause. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
  readonly code: ErrorCode;
  readonly object: ObjectKey | undefined;

  /** @param what completes "failed to ..." */
  constructor(code: ErrorCode, what: string, details: ErrorDetails = {}) {
    super(
      `failed to ${what}: ${details.hint ?? codes[code].hint}`,
      details.cause === undefined ? {} : { cause: details.cause },
    );
    this.code = code;
    this.object = details.object;
  }

  /** Whether a retry can succeed although the object has not changed. */
  get retry(): boolean {
    return codes[this.code].retry;
  }
}

/** Whether `error` is an `OperatorError`, optionally with `code`. */
export function isOperatorError(error: unknown, code?: ErrorCode): error is OperatorError {
  return error instanceof OperatorError && (code === undefined || error.code === code);
}

/** The reason of an aborted signal. Wraps a reason that is not an `Error`, because `abort` accepts any value. */
export function abortReason({ reason }: Pick<AbortSignal, 'reason'>): Error {
  if (reason instanceof Error) return reason;
  return new OperatorError('STOPPED', 'continue', { hint: 'the signal of the operation was aborted', cause: reason });
}

/**
 * The message of any thrown value. Never throws: converts a value that is not an `Error` with `String`, and reports a
 * value that cannot be converted.
 */
export function getMessage(error: unknown): string {
  try {
    // Some libraries set `message` to an object.
    return String(error instanceof Error ? (error.message as unknown) : error);
  } catch {
    return '[cannot be read]';
  }
}

/** The first text that occurs twice; `undefined` without duplicates. */
export function findDuplicate(texts: readonly string[]): string | undefined {
  return texts.find((text, index) => texts.indexOf(text) < index);
}

/** The key of a property that exists only in types. */
declare const please: unique symbol;

/** A sentence that the compiler prints where a value is missing or has the wrong type. No value has this type. */
export interface Please<TText extends string> {
  readonly [please]: TText;
}
