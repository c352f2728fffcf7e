import type { ApiRequest, ApiResponse } from '@kubewright/runtime/internal/client';
import type { ServedKind } from '../served/served-kind.ts';

const groupVersion = /^\/(?:api|apis\/[^/]+)\/[^/]+$/;

/**
 * Lists the kinds of an API version; `undefined` for any other request.
 * https://kubernetes.io/docs/concepts/overview/kubernetes-api/#discovery-api
 */
export function discover({ method, path }: ApiRequest, kinds: readonly ServedKind[]): ApiResponse | undefined {
  if (method !== 'GET' || !groupVersion.test(path)) return undefined;
  const version = path.replace(/^\/apis?\//, '');
  const served = kinds.filter(({ apiVersion }) => apiVersion === version);
  if (served.length === 0) return { status: 404, body: '404 page not found\n' };
  const resources = served.flatMap(({ kind: { plural, kind, namespaced }, hasStatus }) =>
    [plural, ...(hasStatus ? [`${plural}/status`] : [])].map((name) => ({ name, kind, namespaced })),
  );
  return { status: 200, body: { kind: 'APIResourceList', apiVersion: 'v1', groupVersion: version, resources } };
}
