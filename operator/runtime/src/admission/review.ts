import { exactText, type KubeObject, type PatchOperation } from '../base/index.ts';
import { type Fault, faultText } from './faults.ts';
import { type Json, mapIn, NoReview, reviewRequestIn, textIn } from './review-body.ts';

/** Who sends a request. https://kubernetes.io/docs/reference/access-authn-authz/authentication/ */
export interface Requester {
  readonly username: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** What the API server asks before it stores or deletes an object. */
export interface AdmissionRequest {
  /** Of the review: the answer names it again. */
  readonly uid: string;
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';
  /** The kind of `object`, which may be another version than was asked for. */
  readonly kind: { readonly group: string; readonly version: string; readonly kind: string };
  readonly name: string;
  /** Absent for cluster-scoped objects. */
  readonly namespace: string | undefined;
  readonly subResource: string | undefined;
  /** As it is to be stored; absent when it is deleted. */
  readonly object: KubeObject | undefined;
  /** As it is stored; absent when it is created. */
  readonly oldObject: KubeObject | undefined;
  readonly requester: Requester;
  /** Whether nothing is stored whatever the answer is. */
  readonly dryRun: boolean;
}

/** What a webhook answers. */
export type Verdict =
  | { readonly allowed: true; readonly patch: readonly PatchOperation[]; readonly warnings: readonly string[] }
  | { readonly allowed: false; readonly faults: readonly Fault[]; readonly warnings: readonly string[] };

const apiVersion = 'admission.k8s.io/v1';
const operations = ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'] as const;

/**
 * The request in the body of an `AdmissionReview`.
 *
 * Errors: `NoReview` for anything else, with what is wrong.
 */
export function requestIn(body: string): AdmissionRequest {
  const request = reviewRequestIn(body, { apiVersion, kind: 'AdmissionReview' });
  const kind = mapIn(request['kind'], 'request.kind');
  const operation = operations.find((each) => each === request['operation']);
  if (operation === undefined) throw new NoReview('request.operation is none that is known');
  return {
    uid: textIn(request['uid'], 'uid'),
    operation,
    kind: {
      group: textOr(kind, 'group') ?? '',
      version: textIn(kind['version'], 'version'),
      kind: textIn(kind['kind'], 'kind'),
    },
    name: nameIn(request),
    namespace: textOr(request, 'namespace'),
    subResource: textOr(request, 'subResource'),
    object: objectIn(request, 'object'),
    oldObject: objectIn(request, 'oldObject'),
    requester: requesterIn(request['userInfo']),
    dryRun: request['dryRun'] === true,
  };
}

/**
 * The body of the answer. A refusal has the form of the API server's own: 422, with a cause for each field.
 *
 * https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#response
 */
export function answerTo(request: AdmissionRequest, verdict: Verdict): string {
  const { uid } = request;
  const { warnings } = verdict;
  const said = warnings.length === 0 ? {} : { warnings };
  const response = verdict.allowed
    ? { uid, allowed: true, ...patchIn(verdict.patch), ...said }
    : { uid, allowed: false, status: refusalOf(request, verdict.faults), ...said };
  return JSON.stringify({ apiVersion, kind: 'AdmissionReview', response });
}

function patchIn(patch: readonly PatchOperation[]): object {
  if (patch.length === 0) return {};
  return { patchType: 'JSONPatch', patch: Buffer.from(exactText(patch)).toString('base64') };
}

function refusalOf({ kind: { group, kind }, name }: AdmissionRequest, faults: readonly Fault[]): object {
  const what = group === '' ? kind : `${kind}.${group}`;
  const causes = faults.map(({ path, reason, message }) => ({ reason, message, field: path }));
  return {
    code: 422,
    reason: 'Invalid',
    message: `${what} ${JSON.stringify(name)} is invalid: ${faultText(faults)}`,
    details: { name, group, kind, causes },
  };
}

/** A request for several objects, and one for an object that gets its name later, name none. */
function nameIn(request: Json): string {
  const named = textOr(request, 'name') ?? '';
  const metadata = (objectIn(request, 'object') ?? objectIn(request, 'oldObject'))?.metadata;
  return named === '' ? (metadata?.name ?? '') : named;
}

function requesterIn(value: unknown): Requester {
  const { username, uid, groups, extra } = mapIn(value, 'request.userInfo') as Partial<Requester>;
  return { username: username ?? '', ...(uid !== undefined && { uid }), groups: groups ?? [], extra: extra ?? {} };
}

function objectIn(request: Json, field: string): KubeObject | undefined {
  const value = request[field];
  if (value === undefined || value === null) return undefined;
  mapIn(mapIn(value, `request.${field}`)['metadata'], `request.${field}.metadata`);
  return value as KubeObject;
}

function textOr(from: Json, field: string): string | undefined {
  const value = from[field];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
