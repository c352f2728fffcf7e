import type { ObjectKey } from './objects.ts';

/** What is known about each error: whether trying again can help, and what to do. Listed in `operator/docs/README.md`. */
export const codes = {
  API_CONFLICT: { retry: true, hint: 'the object was replaced or changed meanwhile; it is read again' },
  API_EXPIRED: { retry: true, hint: 'the API server no longer has this resource version; everything is listed again' },
  API_FORBIDDEN: { retry: true, hint: 'check the RBAC rules, quotas, policies and webhooks of the cluster' },
  API_INVALID: { retry: false, hint: 'the object itself is refused; change what it was built from' },
  API_NOT_FOUND: { retry: true, hint: 'check the name, and that the kind is installed' },
  API_UNAUTHORIZED: { retry: true, hint: 'check the credentials; a token may have expired' },
  API_UNAVAILABLE: { retry: true, hint: 'the API server did not answer; it is asked again' },
  CLUSTER_FAILED: { retry: false, hint: 'read what the cluster for tests has said' },
  CREDENTIALS_INVALID: { retry: false, hint: 'check --kubeconfig, KUBECONFIG, or the Pod’s service account' },
  DECLARATION_INVALID: { retry: false, hint: 'correct the declaration' },
  GENERATE_FAILED: { retry: false, hint: 'correct what it is generated from' },
  NAME_CONFLICT: { retry: true, hint: 'rename the resource or remove the object that has its name' },
  NOT_LEADER: { retry: true, hint: 'another replica leads; nothing is written' },
  NOT_READY: { retry: true, hint: 'the status says what is in the way' },
  OWNER_DELETED: {
    retry: false,
    hint: 'the owner is deleted, or its deletion has begun meanwhile; nothing is created for it',
  },
  SCHEMA_INVALID: { retry: false, hint: 'correct the schema' },
  SETTINGS_INVALID: { retry: false, hint: 'see --help' },
  SPEC_INVALID: { retry: false, hint: 'edit the spec; retrying cannot help' },
  STALE: { retry: true, hint: 'the owner has changed since it was read; it is read again' },
  STOPPED: { retry: true, hint: 'the process is stopping' },
  TEST_FAILED: { retry: false, hint: 'correct the test, or what it is about' },
  TIMED_OUT: { retry: true, hint: 'it is tried again' },
} as const;

/** The code of an error: stable, for programs. */
export type ErrorCode = keyof typeof codes;

/** What else an error can carry. */
export interface ErrorDetails {
  /** The object that it is about. */
  readonly object?: ObjectKey;
  readonly cause?: unknown;
  /** Instead of the code's own hint. */
  readonly hint?: string;
}

/** Every error of the runtime: a code for programs, a sentence for people, and the cause. */
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

  /** Whether trying again can help without a change of the object. */
  get retry(): boolean {
    return codes[this.code].retry;
  }
}

/** Whether `error` is one of ours, with `code` if that is given. */
export function isOperatorError(error: unknown, code?: ErrorCode): error is OperatorError {
  return error instanceof OperatorError && (code === undefined || error.code === code);
}

/** The reason of an aborted signal as an error: a caller of `abort` may give any value. */
export function abortReason({ reason }: Pick<AbortSignal, 'reason'>): Error {
  if (reason instanceof Error) return reason;
  return new OperatorError('STOPPED', 'continue', { hint: 'its signal was aborted', cause: reason });
}

/**
 * The message of anything that was thrown. Never throws: a value that is no text becomes one by `String`, and one that
 * cannot be read is reported as such.
 */
export function getMessage(error: unknown): string {
  try {
    // Some libraries set `message` to an object.
    return String(error instanceof Error ? (error.message as unknown) : error);
  } catch {
    return '[cannot be read]';
  }
}

/** The first text that is there twice; `undefined` if each is there once. */
export function findDuplicate(texts: readonly string[]): string | undefined {
  return texts.find((text, index) => texts.indexOf(text) < index);
}

/** The key of a phantom property. */
declare const please: unique symbol;

/** Never a value: a sentence that the compiler shows where something is missing, or is of the wrong type. */
export interface Please<TText extends string> {
  readonly [please]: TText;
}
