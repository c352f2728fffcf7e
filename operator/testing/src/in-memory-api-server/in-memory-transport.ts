import { abortReason, whenAborted } from '@kubewright/runtime/internal/base';
import {
  AnswerTooLarge,
  type ApiRequest,
  type ApiResponse,
  type ApiStream,
  type Transport,
} from '@kubewright/runtime/internal/client';
import { answer, verbOf, formOf } from './answer.ts';
import type { Interceptor, RecordedRequest } from './interceptors.ts';
import { readOptions } from './reads/read-options.ts';
import { OpenWatch } from './reads/watch.ts';
import { Refusal } from './refusal.ts';
import { type Route, routeOf } from './served/route.ts';
import type { ServerState } from './store.ts';

/** What a transport needs beside the server's state. */
export interface TransportParts {
  readonly state: ServerState;
  readonly interceptors: readonly Interceptor[];
  readonly watches: Set<OpenWatch>;
  /** Every request, in the order in which they came. */
  readonly requests: RecordedRequest[];
}

/** A transport without a network: each request is answered before anything else happens. */
export function createInMemoryTransport(parts: TransportParts): Transport {
  return {
    call: async (request) =>
      withinBounds(request, await handle(parts, request, (route) => answer(parts.state, route, request))),
    stream: (request) => openStream(parts, request),
    close: async () => undefined,
  };
}

function withinBounds({ atMostBytes }: ApiRequest, response: ApiResponse): ApiResponse {
  if (atMostBytes === undefined || response.status >= 400) return response;
  if (Buffer.byteLength(JSON.stringify(response.body)) > atMostBytes) throw new AnswerTooLarge(atMostBytes);
  return response;
}

async function openStream(parts: TransportParts, request: ApiRequest): Promise<ApiStream> {
  const opened: { watch?: OpenWatch } = {};
  const response = await handle(parts, request, (route) => {
    opened.watch = open(parts, route, request);
    return { status: 200, body: undefined };
  });
  const { status, body, retryAfterMs } = response;
  const retryAfter = retryAfterMs === undefined ? {} : { retryAfterMs };
  if (status < 400 && opened.watch !== undefined) return { status, ...retryAfter, lines: opened.watch.stream };
  opened.watch?.stream.end();
  return { status, ...retryAfter, refusal: body, lines: noLines() };
}

function open({ state, watches }: TransportParts, route: Route, request: ApiRequest): OpenWatch {
  const watch = new OpenWatch(state, route, {
    options: readOptions(request.query),
    form: formOf(request),
    signal: request.signal,
    onEnd: (ended) => void watches.delete(ended),
  });
  if (watch.stream.isOpen) watches.add(watch);
  return watch;
}

/** Records a request, passes it through the interceptors, and answers it. */
async function handle(
  { state, interceptors, requests }: TransportParts,
  request: ApiRequest,
  answered: (route: Route) => ApiResponse,
): Promise<ApiResponse> {
  request.signal?.throwIfAborted();
  const route = refusedOr(() => routeOf(request, state.kinds));
  if (route instanceof Refusal) return route.response;
  const index = requests.push(recordOf(request, route)) - 1;
  const record = requests[index] ?? recordOf(request, route);
  const ask = async (): Promise<ApiResponse> => {
    const response = refusedOr(() => answered(route));
    return response instanceof Refusal ? response.response : response;
  };
  const chain = interceptors.reduceRight<() => Promise<ApiResponse>>(
    (next, interceptor) => async () => interceptor(record, next),
    ask,
  );
  const response = await unlessAborted(chain(), request.signal);
  requests[index] = { ...record, status: response.status };
  request.signal?.throwIfAborted();
  return response;
}

/** Rejects as soon as the caller aborts, though the server still carries the request out. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  using gaveUp = whenAborted(signal);
  return await Promise.race([work, gaveUp.aborted.then(() => Promise.reject(abortReason(signal)))]);
}

function refusedOr<T>(work: () => T): T | Refusal {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

function recordOf(request: ApiRequest, route: Route): RecordedRequest {
  const { method, path, query, body } = request;
  const { served, namespace, name, subresource } = route;
  const named = name ?? nameIn(body);
  return {
    verb: verbOf(request, route),
    kind: served.kind.kind,
    ...(namespace !== undefined && { namespace }),
    ...(named !== undefined && { name: named }),
    ...(subresource !== undefined && { subresource }),
    method,
    path,
    ...(query && { query }),
    ...(body !== undefined && { body }),
  };
}

function nameIn(body: unknown): string | undefined {
  const { metadata } = (body ?? {}) as {
    readonly metadata?: { readonly name?: string; readonly generateName?: string };
  };
  return metadata?.name ?? metadata?.generateName;
}

async function* noLines(): AsyncGenerator<string> {
  yield* [];
}
