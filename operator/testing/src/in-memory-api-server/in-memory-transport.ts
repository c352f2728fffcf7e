import { abortReason, watchAbort } from '@kubewright/runtime/internal/base';
import {
  AnswerTooLarge,
  type ApiRequest,
  type ApiResponse,
  type ApiStream,
  type Transport,
} from '@kubewright/runtime/internal/client';
import { answer, getVerb, formOf } from './answer.ts';
import type { Interceptor, RecordedRequest } from './interceptors.ts';
import { discover } from './reads/discovery.ts';
import { parseReadOptions } from './reads/read-options.ts';
import { OpenWatch } from './reads/watch.ts';
import { Rejection, unsupported } from './rejection.ts';
import { type Route, parseRoute } from './served/route.ts';
import { inVersion } from './served/versions.ts';
import type { ServerState } from './store.ts';

/** What a transport needs in addition to the state of the server. */
export interface TransportParts {
  readonly state: ServerState;
  readonly interceptors: readonly Interceptor[];
  readonly watches: Set<OpenWatch>;
  /** All requests, in order of arrival. */
  readonly requests: RecordedRequest[];
}

/** Creates a transport without a network: each request is answered before anything else happens. */
export function createInMemoryTransport(parts: TransportParts): Transport {
  return {
    call: async (request) => {
      request.signal?.throwIfAborted();
      const discovered = discover(request, parts.state.kinds);
      if (discovered !== undefined) return discovered;
      return checkBounds(
        request,
        await handle(parts, request, (route) => answer(forRoute(parts.state, route), route, request)),
      );
    },
    stream: (request) => openStream(parts, request),
    close: async () => undefined,
  };
}

/** The server's state as seen by a request: its objects in the API version of the route. */
function forRoute(state: ServerState, { served }: Route): ServerState {
  return served.versions === undefined ? state : { ...state, store: inVersion(state.store, served) };
}

function checkBounds({ atMostBytes }: ApiRequest, response: ApiResponse): ApiResponse {
  if (atMostBytes === undefined || response.status >= 400) return response;
  if (Buffer.byteLength(JSON.stringify(response.body)) > atMostBytes) throw new AnswerTooLarge(atMostBytes);
  return response;
}

async function openStream(parts: TransportParts, request: ApiRequest): Promise<ApiStream> {
  const opened: { watch?: OpenWatch } = {};
  const response = await handle(parts, request, (route) => {
    opened.watch = open({ ...parts, state: forRoute(parts.state, route) }, route, request);
    return { status: 200, body: undefined };
  });
  const { status, body, retryAfterMs } = response;
  const retryAfter = retryAfterMs === undefined ? {} : { retryAfterMs };
  if (status < 400 && opened.watch !== undefined) return { status, ...retryAfter, lines: opened.watch.stream };
  opened.watch?.stream.end();
  return { status, ...retryAfter, rejection: body, lines: streamNothing() };
}

function open({ state, watches }: TransportParts, route: Route, request: ApiRequest): OpenWatch {
  if (route.part !== undefined) throw unsupported(`stream the subresource ${route.part}`);
  const watch = new OpenWatch(state, route, {
    options: parseReadOptions(request.query),
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
  const route = catchRejection(() => parseRoute(request, state.kinds));
  if (route instanceof Rejection) return route.response;
  const index = requests.push(buildRecord(request, route)) - 1;
  const record = requests[index] ?? buildRecord(request, route);
  const ask = async (): Promise<ApiResponse> => {
    const response = catchRejection(() => answered(route));
    return response instanceof Rejection ? response.response : response;
  };
  const chain = interceptors.reduceRight<() => Promise<ApiResponse>>(
    (next, interceptor) => async () => interceptor(record, next),
    ask,
  );
  const response = await rejectOnAbort(chain(), request.signal);
  requests[index] = { ...record, status: response.status };
  request.signal?.throwIfAborted();
  return response;
}

/** Rejects as soon as the caller aborts, although the server still executes the request. */
async function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  using gaveUp = watchAbort(signal);
  return await Promise.race([work, gaveUp.aborted.then(() => Promise.reject(abortReason(signal)))]);
}

function catchRejection<T>(work: () => T): T | Rejection {
  try {
    return work();
  } catch (error) {
    if (error instanceof Rejection) return error;
    throw error;
  }
}

function buildRecord(request: ApiRequest, route: Route): RecordedRequest {
  const { method, path, query, body } = request;
  const { served, namespace, name, part, subresource = part } = route;
  const named = name ?? findName(body);
  return {
    verb: getVerb(request, route),
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

function findName(body: unknown): string | undefined {
  const { metadata } = (body ?? {}) as {
    readonly metadata?: { readonly name?: string; readonly generateName?: string };
  };
  return metadata?.name ?? metadata?.generateName;
}

async function* streamNothing(): AsyncGenerator<string> {
  yield* [];
}
