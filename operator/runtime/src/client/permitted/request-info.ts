import type { ApiRequest } from '../transport.ts';

/** The attributes of a request that RBAC rules match. */
export interface RequestInfo {
  readonly verb: string;
  readonly group: string;
  /** The resource, with its subresource if there is one: `pods/log`. */
  readonly resource: string;
  readonly namespace?: string;
  readonly name?: string;
}

const verbs = { POST: 'create', PUT: 'update', PATCH: 'patch' } as const;

/**
 * Returns the attributes that the API server authorizes for a request to an object or a list; `undefined` for any other
 * request. Like the API server, it decodes the path before it splits it, so that a name with an encoded slash is a
 * subresource.
 * https://kubernetes.io/docs/reference/access-authn-authz/authorization/#determine-the-request-verb
 */
export function parseRequestInfo(request: ApiRequest): RequestInfo | undefined {
  const parts = splitPath(request.path);
  if (parts === undefined) return undefined;
  const { group, namespace, rest } = parts;
  const [plural, name, ...subresource] = rest;
  if (plural === undefined) return undefined;
  const resource = [plural, ...subresource.slice(0, 1)].join('/');
  const selected = name ?? findSelectedName(request.query);
  return {
    verb: findVerb(request, name),
    group,
    resource,
    ...(namespace !== undefined && { namespace }),
    ...(selected !== undefined && { name: selected }),
  };
}

interface PathParts {
  readonly group: string;
  readonly namespace?: string;
  /** The parts of the path from the plural on. */
  readonly rest: readonly string[];
}

function splitPath(path: string): PathParts | undefined {
  const [start, root, ...parts] = decode(path).split('/');
  if (start !== '' || (root !== 'api' && root !== 'apis') || parts.some(isResolved)) return undefined;
  const [group = '', rest] = root === 'api' ? ['', parts.slice(1)] : [parts[0], parts.slice(2)];
  const [first, namespace = ''] = rest;
  if (isFormerPrefix(first)) return undefined;
  return isInNamespace(rest) ? { group, namespace, rest: rest.slice(2) } : { group, rest };
}

/** Whether the API server would resolve this part of a path (`.` or `..`), or redirect. */
function isResolved(part: string): boolean {
  return ['', '.', '..'].includes(part);
}

/** Whether this is the first part of a deprecated path (`/watch`, `/proxy`), which the API server still serves. */
function isFormerPrefix(part: string | undefined): boolean {
  return part === 'watch' || part === 'proxy';
}

/** Whether the path is for objects in a namespace. `status` and `finalize` are subresources of the namespace itself. */
function isInNamespace([first, , third]: readonly string[]): boolean {
  return first === 'namespaces' && third !== undefined && third !== 'status' && third !== 'finalize';
}

/** Decodes a path. Returns an empty text for a malformed path, and for one with a query. */
function decode(path: string): string {
  if (/[?#]/.test(path)) return '';
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}

function findVerb({ method, query }: ApiRequest, name: string | undefined): string {
  if (method === 'DELETE') return name === undefined ? 'deletecollection' : 'delete';
  if (method !== 'GET') return verbs[method];
  const { watch } = query ?? {};
  if (watch !== undefined && watch !== false && watch !== 'false') return 'watch';
  return name === undefined ? 'list' : 'get';
}

/** The name in a field selector `metadata.name=...`: RBAC can limit a list to this name. */
function findSelectedName(query: ApiRequest['query']): string | undefined {
  return /^metadata\.name=([^,!=]+)$/.exec(String(query?.['fieldSelector'] ?? ''))?.[1];
}
