import { OperatorError } from '@kubewright/runtime/internal/base';

/** A generator's error. `what` completes "failed to ...". */
export function buildGenerateError(what: string, hint: string, cause?: unknown): OperatorError {
  return new OperatorError('GENERATE_FAILED', what, { hint, cause });
}
