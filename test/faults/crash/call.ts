import { removeIds } from './dump.ts';

/** A request of the operator, described in words. */
export interface Call {
  /** The verb, the object, and what distinguishes the call from similar ones: `apply services/blue-service`. */
  readonly text: string;
  /** The namespace of the object; `undefined` for an object without one. */
  readonly namespace: string | undefined;
  /** The call as the audit log or the pet store's log describes it: `patch services/blue-service`. */
  readonly logged: string;
  /** Whether the number of such calls depends on timing, as for the status that reports progress. */
  readonly repeats: boolean;
  /** Whether the call is about all custom resources. @default false */
  readonly isShared?: boolean;
}

export interface ApiRequestText {
  readonly method: string;
  /** The path and query of the request. */
  readonly url: string;
  readonly contentType: string;
  readonly body: string;
}

/**
 * The object or collection in the path of a request.
 * https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-uris
 */
interface Target {
  readonly namespace: string | undefined;
  readonly resource: string;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
}

/**
 * Describes a request; `undefined` for a watch and for the Lease, because these do not belong to the work on an object.
 */
export function parseCall(request: ApiRequestText): Call | undefined {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  const target = parseTarget(pathname);
  if (searchParams.get('watch') === 'true' || target.resource === 'leases') return undefined;
  const verb = getVerb(request.method, target);
  const body = parseBody(request.body);
  const place = [target.resource, target.name, target.subresource].filter((part) => part !== undefined).join('/');
  const details = formatDetails(target, body);
  return {
    text: removeIds([patchName(request) ?? verb, place, ...details].join(' '), target.namespace),
    namespace: target.namespace,
    logged: `${verb} ${place}`,
    repeats: target.subresource === 'status',
  };
}

function parseTarget(pathname: string): Target {
  const parts = pathname.split('/').filter((part) => part !== '');
  const afterVersion = parts.slice(parts[0] === 'api' ? 2 : 3);
  const isNamespaced = afterVersion[0] === 'namespaces' && afterVersion.length > 2;
  const [resource = pathname, name, subresource] = isNamespaced ? afterVersion.slice(2) : afterVersion;
  return { namespace: isNamespaced ? afterVersion[1] : undefined, resource, name, subresource };
}

function getVerb(method: string, { name }: Target): string {
  if (method === 'GET') return name === undefined ? 'list' : 'get';
  return { POST: 'create', PUT: 'update', PATCH: 'patch', DELETE: 'delete' }[method] ?? method;
}

/** The name of a patch: `apply` for a server-side apply, which RBAC and the audit log call `patch`. */
function patchName({ method, contentType }: ApiRequestText): string | undefined {
  return method === 'PATCH' && contentType.startsWith('application/apply-patch') ? 'apply' : undefined;
}

/**
 * The parts of a body that distinguish calls. The body of a server-side apply is JSON, although its media type is YAML.
 */
interface Body {
  readonly reason?: string;
  readonly note?: string;
  readonly status?: {
    readonly conditions?: readonly { readonly type: string; readonly status: string; readonly reason: string }[];
  };
}

function parseBody(text: string): Body {
  return text === '' ? {} : (JSON.parse(text) as Body);
}

function formatDetails({ resource, subresource }: Target, { reason = '', note = '', status }: Body): readonly string[] {
  if (resource === 'events') return [`"${reason}: ${note}"`];
  if (subresource !== 'status') return [];
  const conditions = (status?.conditions ?? []).filter(({ type }) => type === 'Ready' || type === 'Synced');
  return conditions.map(({ type, status: holds, reason: why }) => `${type}=${holds}/${why}`);
}
