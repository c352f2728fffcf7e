import { type Api, findInexact, hasNumber, inexactNumberHint, findValueProblem, findKindSchema } from '../api/index.ts';
import {
  type Kind,
  type KubeObject,
  type Logger,
  OperatorError,
  type PatchOperation,
  type SettingsTable,
  type ValuesOf,
} from '../base/index.ts';
import { createPatch } from './json-patch.ts';
import type { AdmissionRequest, Verdict } from './review.ts';
import type { Reader } from './lookup.ts';
import type { DryRun } from './dry-run.ts';
import type { AdmissionContext } from './webhook-context.ts';
import type { SubmittedObject, WebhookDefinition } from './webhook.ts';

/** What the functions of a webhook get for one request. */
export interface AdmitOptions {
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  readonly log: Logger;
  /** What the webhook declares. @param warn shows a text to who sent the request */
  resolveHandles(this: void, warn: (text: string) => void): WebhookHandles;
}

/** What a webhook declares, for one request. */
export interface WebhookHandles {
  /** A handle for each kind that the webhook declares. */
  readonly handles: Readonly<Record<string, DryRun<KubeObject> | Reader<KubeObject>>>;
  /** The values of the settings that the webhook declares. */
  readonly settings: ValuesOf<SettingsTable>;
}

type Context = AdmissionContext<KubeObject> & Pick<WebhookHandles, 'settings'>;

const unchanged: Verdict = { allowed: true, patch: [], warnings: [] };

/**
 * What a webhook completes in the object of a request. Requests without an object, as deletions are, are allowed; and
 * so is an object that does not fit its schema, if `mutate` fails with it: the API server refuses it then, and says why.
 *
 * Errors: what `mutate` throws; `DECLARATION_INVALID` if a second call changes what the first one returned.
 */
export async function runMutate(
  webhook: WebhookDefinition,
  request: AdmissionRequest,
  given: AdmitOptions,
): Promise<Verdict> {
  const { name, kind, mutate } = webhook;
  const { object } = request;
  if (mutate === undefined || object === undefined) return unchanged;
  const [context, warnings] = createContext(request, given);
  const submitted = object as SubmittedObject<KubeObject>;
  let complete: SubmittedObject<KubeObject>;
  try {
    complete = await mutate(submitted, context);
  } catch (error) {
    if (isRejectedAnyway(kind, object)) return unchanged;
    throw error;
  }
  const [again] = createPatch(complete, await mutate(complete, { ...context, warn: () => undefined }));
  if (again !== undefined) throw buildIdempotenceError(name, again);
  const patch = createPatch(submitted, complete);
  checkNumbers(webhook, submitted, { patch, complete });
  return { allowed: true, patch, warnings };
}

/** Errors: `SPEC_INVALID` for a number in what `mutate` has changed that may be rounded, with its path. */
function checkNumbers(
  { name, kind }: WebhookDefinition,
  submitted: unknown,
  { patch, complete }: { readonly patch: readonly PatchOperation[]; readonly complete: unknown },
): void {
  if (patch.length === 0) return;
  const found = findInexact(complete, findKindSchema(kind) ?? {}, (value) => hasNumber(submitted, value));
  if (found === undefined) return;
  const hint = `${found.path} became ${String(found.value)}: ${inexactNumberHint}`;
  throw new OperatorError('SPEC_INVALID', `mutate by the webhook ${name}`, { hint });
}

/** Whether the API server refuses an object by its schema, which it checks after all that completes. */
function isRejectedAnyway(kind: Kind & Partial<Pick<Api, 'crd'>>, object: KubeObject): boolean {
  const schema = findKindSchema(kind);
  // Not the metadata, which every kind has and no schema describes.
  const { apiVersion: _apiVersion, kind: _kind, metadata: _metadata, ...content } = object;
  return schema !== undefined && findValueProblem(schema, content) !== undefined;
}

/** What a webhook finds wrong with a request. Errors: what its functions throw. */
export async function runValidate(
  { name, validate, validateDelete }: WebhookDefinition,
  request: AdmissionRequest,
  given: AdmitOptions,
): Promise<Verdict> {
  const { object, oldObject, operation } = request;
  const [context, warnings] = createContext(request, given);
  const check = operation === 'DELETE' ? validateDelete : validate;
  const subject = operation === 'DELETE' ? oldObject : object;
  const faults = check === undefined || subject === undefined ? [] : await check(subject, context);
  if (!Array.isArray(faults)) throw buildNoListError(name);
  return faults.length === 0 ? { allowed: true, patch: [], warnings } : { allowed: false, faults, warnings };
}

/** What the functions get, and the warnings that they give. */
type Contexts = [Context, readonly string[]];

function createContext(request: AdmissionRequest, { signal, log, resolveHandles }: AdmitOptions): Contexts {
  const { operation, oldObject: old, requester, dryRun } = request;
  const warnings: string[] = [];
  const warn = (text: string): void => void warnings.push(text);
  const { handles, settings } = resolveHandles(warn);
  // A webhook is registered for writes only.
  const written = operation as Context['operation'];
  return [
    { ...handles, settings, operation: written, oldObject: old, userInfo: requester, dryRun, signal, log, warn },
    warnings,
  ];
}

function buildIdempotenceError(name: string, { op, path }: PatchOperation): OperatorError {
  const hint = `a second call has to change nothing, but would ${op} ${path}`;
  return new OperatorError('DECLARATION_INVALID', `mutate by the webhook ${name}`, { hint });
}

function buildNoListError(name: string): OperatorError {
  const hint = 'it has to return a list of faults, empty if there are none';
  return new OperatorError('DECLARATION_INVALID', `validate by the webhook ${name}`, { hint });
}
