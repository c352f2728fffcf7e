import type { ApiRequest, ApiResponse } from '@kubewright/runtime/internal/client';
import type { ServedKind } from '../served/served-kind.ts';

const notFound: ApiResponse = { status: 404, body: '404 page not found\n' };
const groupPath = /^\/apis\/([^/]+)$/;
const versionPath = /^\/(?:api|apis\/[^/]+)\/[^/]+$/;

/**
 * Lists the versions of an API group, or the kinds of a version; `undefined` for any other request.
 * https://kubernetes.io/docs/concepts/overview/kubernetes-api/#discovery-api
 */
export function discover({ method, path }: ApiRequest, kinds: readonly ServedKind[]): ApiResponse | undefined {
  if (method !== 'GET') return undefined;
  const [, group] = groupPath.exec(path) ?? [];
  if (group !== undefined) return listVersions(group, kinds);
  return versionPath.test(path) ? listResources(path.replace(/^\/apis?\//, ''), kinds) : undefined;
}

function listVersions(group: string, kinds: readonly ServedKind[]): ApiResponse {
  const names = new Set(kinds.filter(({ kind }) => kind.group === group).map(({ kind }) => kind.version));
  if (names.size === 0) return notFound;
  const versions = [...names].map((version) => ({ groupVersion: `${group}/${version}`, version }));
  return { status: 200, body: { kind: 'APIGroup', apiVersion: 'v1', name: group, versions } };
}

function listResources(version: string, kinds: readonly ServedKind[]): ApiResponse {
  const served = kinds.filter(({ apiVersion }) => apiVersion === version);
  if (served.length === 0) return notFound;
  const resources = served.flatMap(({ kind: { plural, kind, namespaced }, hasStatus }) =>
    [plural, ...(hasStatus ? [`${plural}/status`] : [])].map((name) => ({ name, kind, namespaced })),
  );
  return { status: 200, body: { kind: 'APIResourceList', apiVersion: 'v1', groupVersion: version, resources } };
}
