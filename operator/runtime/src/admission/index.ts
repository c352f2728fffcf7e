/**
 * Admission: handlers that check and complete writes before they are stored.
 *
 * - `webhook`: the declaration; `webhook-context`: further arguments of the handlers
 * - `faults`: field errors, in the words of the API server's own validation
 * - `review`: the API server's request, and the response; `review-body`: parses the body of any review
 * - `admit`: computes the response with the author's handlers
 * - `answer-review`: handles an HTTP request, within its timeout
 * - `dry-run`: asks the API server to validate another write
 * - `lookup`: reads other objects live
 * - `json-patch`: the changes of a handler, as a JSON patch
 * - `policy`, `define-policy`: admission in CEL, without a process; `check-policy`, `cel-balance`: validate it
 *
 * https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/
 *
 * @module
 */
export { runMutate, runValidate, type WebhookHandles, type AdmitOptions } from './admit.ts';
export {
  createReviews,
  answerText,
  type PostedReview,
  type Reviewed,
  type ReviewObserver,
  type Reviews,
} from './answer-review.ts';
export {
  duplicate,
  formatFaults,
  forbidden,
  invalid,
  notFound,
  notSupported,
  required,
  type FieldError,
  type FieldErrorReason,
} from './faults.ts';
export { definePolicy } from './define-policy.ts';
export type { PolicyDeclaration, PolicyDefinition } from './policy.ts';
export type { AdmissionRequest, UserInfo } from './review.ts';
export { getMap, MalformedReviewError, parseReviewRequest, getText, tryRead } from './review-body.ts';
export { createLookups, type Reader, type LookupSelection } from './lookup.ts';
export { createDryRuns, type DryRun } from './dry-run.ts';
export type { AdmissionContext, Readers, DryRuns, HandlerContext, WebhookContext } from './webhook-context.ts';
export { defineWebhook, type SubmittedObject, type WebhookDeclaration, type WebhookDefinition } from './webhook.ts';
