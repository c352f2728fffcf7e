import { type KubeObject, OperatorError } from '../base/index.ts';
import { type PatchStep, patchOf } from './json-patch.ts';
import type { AdmissionRequest, Verdict } from './review.ts';
import type { Trial } from './trial.ts';
import type { AdmissionContext, Submitted, WebhookDefinition } from './webhook.ts';

/** What the functions of a webhook get for one request. */
export interface Given {
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** A trial for each kind that the webhook declares. */
  readonly trials: Readonly<Record<string, Trial<KubeObject>>>;
}

type Context = AdmissionContext<KubeObject>;

/**
 * What a webhook completes in the object of a request. Requests without an object, as deletions are, are allowed.
 *
 * Errors: what `mutate` throws; `DECLARATION_INVALID` if a second call changes what the first one returned.
 */
export async function mutated(
  { name, mutate }: WebhookDefinition,
  request: AdmissionRequest,
  given: Given,
): Promise<Verdict> {
  const { object } = request;
  if (mutate === undefined || object === undefined) return { allowed: true, patch: [], warnings: [] };
  const [context, warnings] = contextOf(request, given);
  const submitted = object as Submitted<KubeObject>;
  const complete = await mutate(submitted, context);
  const [again] = patchOf(complete, await mutate(complete, { ...context, warn: () => undefined }));
  if (again !== undefined) throw notIdempotent(name, again);
  return { allowed: true, patch: patchOf(submitted, complete), warnings };
}

/** What a webhook finds wrong with a request. Errors: what its functions throw. */
export async function validated(
  { validate, validateDelete }: WebhookDefinition,
  request: AdmissionRequest,
  given: Given,
): Promise<Verdict> {
  const { object, oldObject, operation } = request;
  const [context, warnings] = contextOf(request, given);
  const check = operation === 'DELETE' ? validateDelete : validate;
  const subject = operation === 'DELETE' ? oldObject : object;
  const faults = check === undefined || subject === undefined ? [] : await check(subject, context);
  return faults.length === 0 ? { allowed: true, patch: [], warnings } : { allowed: false, faults, warnings };
}

function contextOf(request: AdmissionRequest, { signal, trials }: Given): [Context, readonly string[]] {
  const { operation, oldObject: old, requester, dryRun } = request;
  const warnings: string[] = [];
  const warn = (text: string): void => void warnings.push(text);
  // A webhook is registered for writes only.
  return [{ ...trials, operation: operation as Context['operation'], old, requester, dryRun, signal, warn }, warnings];
}

function notIdempotent(name: string, { op, path }: PatchStep): OperatorError {
  const hint = `a second call has to change nothing, but would ${op} ${path}`;
  return new OperatorError('DECLARATION_INVALID', `mutate by the webhook ${name}`, { hint });
}
