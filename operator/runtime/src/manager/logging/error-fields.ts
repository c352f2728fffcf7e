import { isOperatorError, type OperatorError, withoutSecrets } from '../../base/index.ts';
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

/** Longer chains of causes are cut: a circular one would never end. */
const longestChain = 8;

/**
 * What is logged of an error: type, message, code, stack, and the same of its causes. Nothing else: errors of HTTP
 * clients hold headers and bodies. Secrets in the texts are removed (`withoutSecrets`). A usage error has no stack,
 * nor has an error that an operator has to expect: an API server that refuses or does not answer, a timeout, the end of
 * its term.
 */
export function errorFields(error: unknown): ErrorFields {
  return chain(error, { depth: longestChain, stacks: !isErrorOfUse(error) });
}

/** Whether a user started the operator wrongly: the message says what to do, and a stack does not help. */
export function isErrorOfUse(error: unknown): error is OperatorError {
  return isOperatorError(error, 'CREDENTIALS_INVALID') || isOperatorError(error, 'SETTINGS_INVALID');
}

interface Chain {
  readonly depth: number;
  readonly stacks: boolean;
}

function chain(error: unknown, of: Chain): ErrorFields {
  try {
    if (error instanceof Error) return fieldsOf(error, of);
    return { type: typeof error, message: withoutSecrets(String(error)) };
  } catch {
    return { type: typeof error, message: '[cannot be read]' };
  }
}

function fieldsOf(error: Error, { depth, stacks }: Chain): ErrorFields {
  const code = codeOf(error);
  const withStack = stacks && !isExpected(error);
  return {
    type: withoutSecrets(error.name),
    message: withoutSecrets(error.message),
    ...(code !== undefined && { code: withoutSecrets(code) }),
    ...(withStack && error.stack !== undefined && { stack: withoutSecrets(error.stack) }),
    ...(error.cause !== undefined &&
      depth > 1 && { cause: chain(error.cause, { depth: depth - 1, stacks: withStack }) }),
  };
}

/** For an expected error the messages say everything; a stack does not help. */
function isExpected(error: Error): boolean {
  return isApiError(error) || expected.some((code) => isOperatorError(error, code));
}

const expected = ['TIMED_OUT', 'NOT_LEADER', 'STOPPED'] as const;

function codeOf(error: Error): string | undefined {
  if (isOperatorError(error)) return error.code;
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
