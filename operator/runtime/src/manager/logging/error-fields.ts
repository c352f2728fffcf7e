import { isOperatorError, type OperatorError, hideSecrets } from '../../base/index.ts';
import { isApiError } from '../../client/index.ts';

/** An error as fields of a log line. */
export interface ErrorFields {
  readonly type: string;
  readonly message: string;
  /** Our code, or the system's (`ECONNREFUSED`). */
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: ErrorFields;
}

/** Cuts longer cause chains: a circular one would never end. */
const longestChain = 8;

/**
 * The logged fields of an error: type, message, code, stack, and the same of its causes. Nothing else, because errors
 * of HTTP clients hold headers and bodies. Removes secrets from texts (`hideSecrets`). Usage errors and expected errors
 * have no stack: an API server that rejects or does not respond, a timeout, the end of a term.
 */
export function toErrorFields(error: unknown): ErrorFields {
  return describeChain(error, { depth: longestChain, stacks: !isErrorOfUse(error) });
}

/** Whether a user started the operator incorrectly: the message says what to do, and a stack does not help. */
export function isErrorOfUse(error: unknown): error is OperatorError {
  return isOperatorError(error, 'CREDENTIALS_INVALID') || isOperatorError(error, 'SETTINGS_INVALID');
}

interface ChainOptions {
  readonly depth: number;
  readonly stacks: boolean;
}

function describeChain(error: unknown, of: ChainOptions): ErrorFields {
  try {
    if (error instanceof Error) return describeError(error, of);
    return { type: typeof error, message: hideSecrets(String(error)) };
  } catch {
    return { type: typeof error, message: '[cannot be read]' };
  }
}

function describeError(error: Error, { depth, stacks }: ChainOptions): ErrorFields {
  const code = getCode(error);
  const withStack = stacks && !isExpected(error);
  return {
    type: hideSecrets(error.name),
    message: hideSecrets(error.message),
    ...(code !== undefined && { code: hideSecrets(code) }),
    ...(withStack && error.stack !== undefined && { stack: hideSecrets(error.stack) }),
    ...(error.cause !== undefined &&
      depth > 1 && { cause: describeChain(error.cause, { depth: depth - 1, stacks: withStack }) }),
  };
}

/** For an expected error the messages are enough; a stack does not help. */
function isExpected(error: Error): boolean {
  return isApiError(error) || expected.some((code) => isOperatorError(error, code));
}

const expected = ['TIMED_OUT', 'NOT_LEADER', 'STOPPED'] as const;

function getCode(error: Error): string | undefined {
  if (isOperatorError(error)) return error.code;
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
