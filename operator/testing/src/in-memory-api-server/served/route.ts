import type { ApiRequest } from '@kubewright/runtime/internal/client';
import { formatKind } from '@kubewright/runtime/internal/base';
import { Rejection, buildStatusAnswer, unsupported } from '../rejection.ts';
import type { ServedKind } from './served-kind.ts';

/** The kind, the object and the subresource that a request addresses. */
export interface Route {
  readonly served: ServedKind;
  /** The namespace; absent for all namespaces, and for cluster-scoped objects. */
  readonly namespace?: string;
  readonly name?: string;
  readonly subresource?: 'status';
  /** A subresource whose body is not the stored object, such as `log` or `scale`. */
  readonly part?: Subpart;
}

type Subpart = 'eviction' | 'log' | 'scale';

const notServed = new Rejection(
  buildStatusAnswer(404, 'NotFound', { message: 'the server could not find the requested resource', details: {} }),
);

/** The API server answers an unknown path with plain text. */
const nothingThere = new Rejection({ status: 404, body: '404 page not found\n' });

/** Parses the path of a request: https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-uris */
export function parseRoute({ path }: Pick<ApiRequest, 'path'>, kinds: readonly ServedKind[]): Route {
  const { apiVersion, namespace, plural, rest } = splitPath(path);
  const served = kinds.find((each) => each.apiVersion === apiVersion && each.kind.plural === plural);
  const [name, subresource, ...more] = rest;
  if (served === undefined || more.length > 0) throw nothingThere;
  if (namespace !== undefined && !served.kind.namespaced) throw nothingThere;
  return {
    served,
    ...(namespace !== undefined && { namespace }),
    ...(name !== undefined && { name }),
    ...(subresource !== undefined && parseSubresource(subresource, served)),
  };
}

interface PathParts {
  readonly apiVersion: string | undefined;
  readonly namespace?: string | undefined;
  readonly plural: string | undefined;
  readonly rest: readonly string[];
}

function splitPath(path: string): PathParts {
  const [root, ...parts] = path.split('/').slice(1).map(decodeURIComponent);
  const length = root === 'api' ? 1 : 2;
  const apiVersion = parts.slice(0, length).join('/');
  const [first, second, ...rest] = parts.slice(length);
  if ((root !== 'api' && root !== 'apis') || first === undefined) throw unsupported(`answer to ${path}`);
  if (first !== 'namespaces' || rest.length === 0 || isPartOfNamespace(rest[0])) {
    return { apiVersion, plural: first, rest: second === undefined ? [] : [second, ...rest] };
  }
  return { apiVersion, namespace: second, plural: rest[0], rest: rest.slice(1) };
}

function isPartOfNamespace(name: string | undefined): boolean {
  return name === 'status' || name === 'finalize';
}

function parseSubresource(name: string, served: ServedKind): Pick<Route, 'subresource' | 'part'> {
  const kind = formatKind(served.kind);
  if (name === 'status' && served.hasStatus) return { subresource: name };
  const part = listParts(kind, served).find((each) => each === name);
  if (part !== undefined) return { part };
  if (unsupportedParts[kind]?.includes(name) === true) {
    throw unsupported(`serve the subresource ${name} of ${served.kind.plural}`);
  }
  throw notServed;
}

function listParts(kind: string, { scale }: ServedKind): readonly Subpart[] {
  if (kind === 'Pod') return ['log', 'eviction'];
  return scale !== undefined || scalable.has(kind) ? ['scale'] : [];
}

const scalable: ReadonlySet<string> = new Set([
  ...['Deployment.apps', 'ReplicaSet.apps', 'ReplicationController', 'StatefulSet.apps'],
]);

/** Subresources that only the real API server supports, by kind. */
const unsupportedParts: Readonly<Record<string, readonly string[]>> = {
  'CertificateSigningRequest.certificates.k8s.io': ['approval'],
  Namespace: ['finalize'],
  Node: ['proxy'],
  Pod: ['attach', 'binding', 'ephemeralcontainers', 'exec', 'portforward', 'proxy', 'resize'],
  Service: ['proxy'],
  ServiceAccount: ['token'],
};
