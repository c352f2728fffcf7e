/**
 * Admission: what an author says of a write before it is stored, as functions.
 *
 * - `webhook`: what an author declares; `webhook-context`: what the functions get beside the object
 * - `faults`: what is wrong with an object, field by field, in the words of the API server's own validation
 * - `review`: what the API server asks, and what is answered; `review-body`: reads the body of a review of any type
 * - `admit`: from the one to the other, by the author's functions
 * - `answer-review`: the same for an HTTP request, within its time
 * - `dry-run`: what the API server would answer to another write
 * - `lookup`: other objects, read live
 * - `json-patch`: the difference that a function made, as the API server takes it
 * - `policy`, `define-policy`: what an author declares where CEL can say it, so that no process takes part;
 *   `check-policy`, `cel-balance`: what is wrong with it
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
  type ReviewsOptions,
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
export type { PolicyActions, PolicyCondition, PolicyDeclaration, PolicyDefinition, PolicyVariable } from './policy.ts';
export type { PolicyCheck, PolicyMutation, PolicyOperation } from '../base/index.ts';
export type { AdmissionRequest, UserInfo } from './review.ts';
export { type Json, getMap, MalformedReviewError, parseReviewRequest, getText, tryRead } from './review-body.ts';
export { createLookups, type Reader, type LookupOptions, type LookupSelection } from './lookup.ts';
export { createDryRuns, type DryRun, type DryRunOptions } from './dry-run.ts';
export type {
  AdmissionContext,
  DeclaredOfWebhook,
  Readers,
  NamedKinds,
  DryRuns,
  WebhookContext,
} from './webhook-context.ts';
export { defineWebhook, type SubmittedObject, type WebhookDeclaration, type WebhookDefinition } from './webhook.ts';
