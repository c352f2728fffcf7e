import {
  getActiveSpan,
  type Attributes,
  runInSpan,
  isOperatorError,
  type Kind,
  type SpanStart,
} from '../base/index.ts';
import { parsePath } from './object-path.ts';
import { ApiError } from './status-error.ts';
import type { ApiRequest } from './transport.ts';

/**
 * Sends an API call in a span if another span is active, such as that of a reconcile. Watches, Lease renewals and other
 * calls outside of a span cost nothing.
 */
export function runInCallSpan<R extends { readonly status: number }>(
  kind: Kind,
  request: ApiRequest,
  send: () => Promise<R>,
): Promise<R> {
  if (getActiveSpan() === undefined) return send();
  return runInSpan(
    () => buildSpanStart(kind, request),
    async (span) => {
      try {
        const response = await send();
        span?.setAttribute('http.response.status_code', response.status);
        return response;
      } catch (error) {
        span?.setAttributes(buildFailureAttributes(error));
        throw error;
      }
    },
  );
}

function buildSpanStart(kind: Kind, request: ApiRequest): SpanStart {
  const { namespace, name, subresource } = parsePath(kind, request.path);
  const verb = getVerb(request, name);
  const resource = subresource === undefined ? kind.plural : `${kind.plural}/${subresource}`;
  return {
    name: `${verb} ${resource}`,
    kind: 'client',
    attributes: {
      'http.request.method': request.method,
      'kubewright.request.verb': verb,
      'kubewright.request.resource': kind.group === '' ? resource : `${resource}.${kind.group}`,
      'k8s.object.kind': kind.kind,
      ...(namespace !== undefined && { 'k8s.namespace.name': namespace }),
      ...(name !== undefined && { 'k8s.object.name': name }),
    },
  };
}

/** Attributes of a failed call: https://opentelemetry.io/docs/specs/semconv/http/http-spans/#http-client-span */
function buildFailureAttributes(error: unknown): Attributes {
  if (error instanceof ApiError && error.status > 0) {
    return { 'http.response.status_code': error.status, 'error.type': String(error.status) };
  }
  return { 'error.type': isOperatorError(error) ? error.code : error instanceof Error ? error.name : 'unknown' };
}

const verbs = { GET: 'list', POST: 'create', PUT: 'update', PATCH: 'patch', DELETE: 'delete' } as const;

/**
 * The Kubernetes verb of a request, as in RBAC rules and audit logs.
 * https://kubernetes.io/docs/reference/access-authn-authz/authorization/#determine-the-request-verb
 */
function getVerb({ method }: ApiRequest, name: string | undefined): string {
  return method === 'GET' && name !== undefined ? 'get' : verbs[method];
}
