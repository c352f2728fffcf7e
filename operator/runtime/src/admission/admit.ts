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

/** Arguments of one webhook request. */
export interface AdmitOptions {
  /** Aborts when the API server stops waiting for the response. */
  readonly signal: AbortSignal;
  readonly log: Logger;
  /**
   * Creates the handles and settings of the webhook for this request.
   * @param warn shows a text to the user who sent the request
   */
  resolveHandles(this: void, warn: (text: string) => void): WebhookHandles;
}

/** The handles and settings of a webhook, for one request. */
export interface WebhookHandles {
  /** A handle for each kind that the webhook declares. */
  readonly handles: Readonly<Record<string, DryRun<KubeObject> | Reader<KubeObject>>>;
  /** Values of the webhook's declared settings. */
  readonly settings: ValuesOf<SettingsTable>;
}

type Context = AdmissionContext<KubeObject> & Pick<WebhookHandles, 'settings'>;

const unchanged: Verdict = { allowed: true, patch: [], warnings: [] };

/**
 * Computes the webhook's changes to an object. Allows requests without an object, such as deletions. Also allows an
 * object that does not fit its schema if `mutate` fails with it: the API server rejects it later with its own message.
 *
 * Errors: what `mutate` throws; `DECLARATION_INVALID` if a second call changes the first result.
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

/** Throws `SPEC_INVALID` with the path of a number that `mutate` changed and that JavaScript may have rounded. */
function checkNumbers(
  { name, kind }: WebhookDefinition,
  submitted: unknown,
  { patch, complete }: { readonly patch: readonly PatchOperation[]; readonly complete: unknown },
): void {
  if (patch.length === 0) return;
  const found = findInexact(complete, findKindSchema(kind) ?? {}, (value) => hasNumber(submitted, value));
  if (found === undefined) return;
  const hint = `${found.path} became ${String(found.value)}: ${inexactNumberHint}`;
  throw new OperatorError('SPEC_INVALID', `mutate with the webhook ${name}`, { hint });
}

/** Whether the object violates its schema, which the API server validates after all mutations. */
function isRejectedAnyway(kind: Kind & Partial<Pick<Api, 'crd'>>, object: KubeObject): boolean {
  const schema = findKindSchema(kind);
  // Schemas do not describe these fields.
  const { apiVersion: _apiVersion, kind: _kind, metadata: _metadata, ...content } = object;
  return schema !== undefined && findValueProblem(schema, content) !== undefined;
}

/** Returns the field errors that the webhook's handler reports for a request. Errors: what the handler throws. */
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

/** The handler's context, and the list to which `context.warn` adds. */
type Contexts = [Context, readonly string[]];

function createContext(request: AdmissionRequest, { signal, log, resolveHandles }: AdmitOptions): Contexts {
  const { operation, oldObject: old, requester, dryRun } = request;
  const warnings: string[] = [];
  const warn = (text: string): void => void warnings.push(text);
  const { handles, settings } = resolveHandles(warn);
  // The operator registers webhooks only for CREATE, UPDATE and DELETE.
  const written = operation as Context['operation'];
  return [
    { ...handles, settings, operation: written, oldObject: old, userInfo: requester, dryRun, signal, log, warn },
    warnings,
  ];
}

function buildIdempotenceError(name: string, { op, path }: PatchOperation): OperatorError {
  const hint = `a second call must not change anything, but would ${op} ${path}`;
  return new OperatorError('DECLARATION_INVALID', `mutate with the webhook ${name}`, { hint });
}

function buildNoListError(name: string): OperatorError {
  const hint = 'the function must return a list of field errors, empty if the object is valid';
  return new OperatorError('DECLARATION_INVALID', `validate with the webhook ${name}`, { hint });
}
