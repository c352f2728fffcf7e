import { isOperatorError, type OperatorError, hideSecrets } from '../../base/index.ts';
import { isApiError } from '../../client/index.ts';

/** An error as fields of a log line. */
export interface ErrorFields {
  readonly type: string;
  readonly message: string;
  /** The code of the runtime's error, or that of the operating system (`ECONNREFUSED`). */
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: ErrorFields;
}

/** Maximum length of a logged cause chain. A circular chain would never end. */
const longestChain = 8;

/**
 * The fields of an error that are logged: type, message, code, stack, and the same of its causes. Other properties are
 * omitted, because errors of HTTP clients hold headers and bodies. Removes secrets from texts (`hideSecrets`). Omits
 * the stack of usage errors and of expected errors: an API server that rejects a request or does not respond, a
 * timeout, the end of a term.
 */
export function toErrorFields(error: unknown): ErrorFields {
  return describeChain(error, { depth: longestChain, stacks: !isErrorOfUse(error) });
}

/** Whether a user started the operator incorrectly. The message says what to do, so the stack is not printed. */
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

/** Whether the error is expected in operation, so that its messages are enough without a stack. */
function isExpected(error: Error): boolean {
  return isApiError(error) || expected.some((code) => isOperatorError(error, code));
}

const expected = ['TIMED_OUT', 'NOT_LEADER', 'STOPPED'] as const;

function getCode(error: Error): string | undefined {
  if (isOperatorError(error)) return error.code;
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
