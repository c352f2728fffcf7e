import { isOperatorError } from '../base/index.ts';
import { isApiError } from '../client/index.ts';

/** An error as fields of a log line. */
export interface ErrorFields {
  readonly type: string;
  readonly message: string;
  /** Our code, or the system's (`ECONNREFUSED`). */
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: ErrorFields;
}

/** Chains longer than this are cut: one that leads back to itself would never end. */
const longestChain = 8;

/**
 * What is written of an error: type, message, code, stack, and the same of its causes. Nothing else that it carries:
 * errors of HTTP clients hold headers and bodies.
 */
export function errorFields(error: unknown): ErrorFields {
  return chain(error, longestChain);
}

function chain(error: unknown, depth: number): ErrorFields {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const code = codeOf(error);
  return {
    type: error.name,
    message: error.message,
    ...(code !== undefined && { code }),
    ...(error.stack !== undefined && !saysAll(error) && { stack: error.stack }),
    ...(error.cause !== undefined && depth > 1 && { cause: chain(error.cause, depth - 1) }),
  };
}

/** What the API server answers is told by its words; where we asked says nothing more. */
function saysAll(error: Error): boolean {
  return isApiError(error);
}

function codeOf(error: Error): string | undefined {
  if (isOperatorError(error)) return error.code;
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
