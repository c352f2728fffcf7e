import type { ApiRequest, Transport } from './transport.ts';

/**
 * A transport whose writes change nothing: the API server does all that it does for a write (defaults, validation,
 * admission), answers with what would be stored, and stores nothing. Closing it closes `transport`.
 *
 * https://kubernetes.io/docs/reference/using-api/api-concepts/#dry-run
 */
export function dryRunTransport(transport: Transport): Transport {
  return {
    call: (request) => transport.call(inDryRun(request)),
    stream: (request) => transport.stream(request),
    close: () => transport.close(),
  };
}

function inDryRun(request: ApiRequest): ApiRequest {
  if (request.method === 'GET') return request;
  const dry = { ...request, query: { ...request.query, dryRun: 'All' } };
  // If a deletion has a body, only the body counts; the query is for the audit log.
  return request.method === 'DELETE' ? { ...dry, body: { ...(request.body as object), dryRun: ['All'] } } : dry;
}
