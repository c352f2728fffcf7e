import { OperatorError } from '@kubewright/runtime/internal/base';

/** An error of a generator. `what` completes "failed to ...". */
export function buildGenerateError(what: string, hint: string, cause?: unknown): OperatorError {
  return new OperatorError('GENERATE_FAILED', what, { hint, cause });
}
