import { stringifyExactly, type KubeObject, type PatchOperation } from '../base/index.ts';
import { type FieldError, formatFaults } from './faults.ts';
import { type Json, getMap, MalformedReviewError, parseReviewRequest, getText } from './review-body.ts';

/** The user who sends a request. https://kubernetes.io/docs/reference/access-authn-authz/authentication/ */
export interface UserInfo {
  readonly username: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** The API server's request before it stores or deletes an object. */
export interface AdmissionRequest {
  /** The review's uid; the response repeats it. */
  readonly uid: string;
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';
  /** The kind of `object`; its version may differ from the request's. */
  readonly kind: { readonly group: string; readonly version: string; readonly kind: string };
  readonly name: string;
  /** Namespace of the object; absent for cluster-scoped kinds. */
  readonly namespace: string | undefined;
  /** The object to store; absent on deletion. */
  readonly object: KubeObject | undefined;
  /** The stored object; absent on creation. */
  readonly oldObject: KubeObject | undefined;
  readonly requester: UserInfo;
  /** Whether the request is a dry run. */
  readonly dryRun: boolean;
}

/** The response of a webhook. */
export type Verdict =
  | { readonly allowed: true; readonly patch: readonly PatchOperation[]; readonly warnings: readonly string[] }
  | { readonly allowed: false; readonly faults: readonly FieldError[]; readonly warnings: readonly string[] };

const apiVersion = 'admission.k8s.io/v1';
const operations = ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'] as const;

/**
 * The request in the body of an `AdmissionReview`.
 *
 * Errors: `MalformedReviewError` with the reason.
 */
export function parseRequest(body: string): AdmissionRequest {
  const request = parseReviewRequest(body, { apiVersion, kind: 'AdmissionReview' });
  const kind = getMap(request['kind'], 'request.kind');
  const operation = operations.find((each) => each === request['operation']);
  if (operation === undefined) throw new MalformedReviewError('request.operation is unknown');
  return {
    uid: getText(request['uid'], 'uid'),
    operation,
    kind: {
      group: findText(kind, 'group') ?? '',
      version: getText(kind['version'], 'version'),
      kind: getText(kind['kind'], 'kind'),
    },
    name: getObjectName(request),
    namespace: findText(request, 'namespace'),
    object: findObject(request, 'object'),
    oldObject: findObject(request, 'oldObject'),
    requester: parseRequester(request['userInfo']),
    dryRun: request['dryRun'] === true,
  };
}

/**
 * Builds the body of the response. A rejection looks like the API server's own: status 422 with a cause for each field.
 * https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#response
 */
export function buildAnswer(request: AdmissionRequest, verdict: Verdict): string {
  const { uid } = request;
  const { warnings } = verdict;
  const said = warnings.length === 0 ? {} : { warnings };
  const response = verdict.allowed
    ? { uid, allowed: true, ...encodePatch(verdict.patch), ...said }
    : { uid, allowed: false, status: buildRejection(request, verdict.faults), ...said };
  return JSON.stringify({ apiVersion, kind: 'AdmissionReview', response });
}

function encodePatch(patch: readonly PatchOperation[]): object {
  if (patch.length === 0) return {};
  return { patchType: 'JSONPatch', patch: Buffer.from(stringifyExactly(patch)).toString('base64') };
}

function buildRejection({ kind: { group, kind }, name }: AdmissionRequest, faults: readonly FieldError[]): object {
  const what = group === '' ? kind : `${kind}.${group}`;
  const causes = faults.map(({ path, reason, message }) => ({ reason, message, field: path }));
  return {
    code: 422,
    reason: 'Invalid',
    message: `${what} ${JSON.stringify(name)} is invalid: ${formatFaults(faults)}`,
    details: { name, group, kind, causes },
  };
}

/** The name of the object; empty for a request for several objects, or for an object with a generated name. */
function getObjectName(request: Json): string {
  const named = findText(request, 'name') ?? '';
  const metadata = (findObject(request, 'object') ?? findObject(request, 'oldObject'))?.metadata;
  return named === '' ? (metadata?.name ?? '') : named;
}

function parseRequester(value: unknown): UserInfo {
  const { username, uid, groups, extra } = getMap(value, 'request.userInfo') as Partial<UserInfo>;
  return { username: username ?? '', ...(uid !== undefined && { uid }), groups: groups ?? [], extra: extra ?? {} };
}

function findObject(request: Json, field: string): KubeObject | undefined {
  const value = request[field];
  if (value === undefined || value === null) return undefined;
  getMap(getMap(value, `request.${field}`)['metadata'], `request.${field}.metadata`);
  return value as KubeObject;
}

function findText(from: Json, field: string): string | undefined {
  const value = from[field];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
