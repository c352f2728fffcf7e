import {
  formatApiVersion,
  formatObject,
  getKey,
  toJsonError,
  type Kind,
  type KubeObject,
  type ObjectKey,
} from '../base/index.ts';
import { parseEvent, parseList, buildNotServedError, parseObject } from './answers.ts';
import { runInCallSpan } from './call-span.ts';
import { metadataForms, pickMetadata } from './metadata-only.ts';
import { buildPath } from './object-path.ts';
import type { CallOptions, ListOptions, RawWatchEvent, Resource, Selection, WatchOptions } from './resource.ts';
import type { AsRead, FormsOf, Sent, UncheckedForms, WrittenKind } from './sent.ts';
import { ApiError, isStatus, notServed } from './status-error.ts';
import { isHtml } from './describe-text.ts';
import { isOwnError, type ApiRequest, type ApiResponse, type Transport } from './transport.ts';

/** A typed client for one API server. */
export interface Client {
  resource<T extends KubeObject, TWritten = AsRead>(kind: WrittenKind<T, TWritten>): Resource<T, FormsOf<T, TWritten>>;
  readonly transport: Transport;
}

/** The methods of a client that read. */
export interface LiveReader {
  resource<T extends KubeObject>(kind: Kind<T>): Pick<Resource<T>, 'get' | 'list' | 'tryGet'>;
}

const patchTypes = {
  apply: 'application/apply-patch+yaml',
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
} as const;

/** Creates a client that sends its requests with `transport`. Sends nothing until a method is called. */
export function createClient(transport: Transport): Client {
  const resources = new WeakMap<Kind, unknown>();
  return {
    transport,
    // The run-time code handles every kind; the compiler checks written objects.
    resource: <T extends KubeObject, TWritten>(kind: WrittenKind<T, TWritten>) => {
      let resource = resources.get(kind);
      if (resource === undefined) resources.set(kind, (resource = createResource(transport, kind)));
      return resource as Resource<T, FormsOf<T, TWritten>>;
    },
  };
}

function createResource<T extends KubeObject>(transport: Transport, kind: Kind<T>): Resource<T, UncheckedForms> {
  const call = (what: string, request: ApiRequest, object?: ObjectKey): Promise<ApiResponse> =>
    runInCallSpan(kind, request, async () => {
      const response = await convertErrors(what, request, () => transport.call(request));
      if (response.status >= 400) throw new ApiError(what, { ...checkServed(kind, response), ...about(object) });
      return response;
    });
  const at = (key: ObjectKey, subresource?: string): string =>
    buildPath(kind, { ...key, ...(subresource !== undefined && { subresource }) });
  const about = (object?: ObjectKey): { readonly object?: ObjectKey; readonly kind?: string } =>
    object === undefined ? {} : { object, kind: kind.kind };
  const titled = (verb: string, key: ObjectKey): string =>
    `${verb} ${formatObject({ kind: kind.kind, metadata: key })}`;
  const withSignal = (options?: { readonly signal?: AbortSignal }): Pick<ApiRequest, 'signal'> =>
    options?.signal ? { signal: options.signal } : {};
  const named = { apiVersion: formatApiVersion(kind), kind: kind.kind };
  const typed = (object: Sent): Sent => ({ ...named, ...object });
  const form = kind.metadataOnly === true ? metadataForms.object : {};
  // List items have no apiVersion and kind; a freshly parsed object may be completed in place.
  const withType = (object: unknown): T =>
    kind.metadataOnly === true ? (pickMetadata(object, named) as T) : Object.assign(object as T, named);
  const read = (what: string, response: ApiResponse): T => withType(parseObject(what, response));
  /** Sends a request and returns the object in the response. */
  const ask = async (what: string, request: ApiRequest, object?: ObjectKey): Promise<T> =>
    read(what, await call(what, request, object));
  const patch = async (
    key: ObjectKey,
    content: Pick<ApiRequest, 'body' | 'contentType'>,
    options: (CallOptions & { readonly fieldManager?: string; readonly subresource?: string }) | undefined,
  ): Promise<T> => {
    const query = { fieldManager: options?.fieldManager };
    const path = at(key, options?.subresource);
    return ask(titled('patch', key), { method: 'PATCH', path, query, ...content, ...withSignal(options) }, key);
  };

  return {
    async get(key, options) {
      return ask(titled('get', key), { method: 'GET', path: at(key), ...form, ...withSignal(options) }, key);
    },
    async tryGet(key, options) {
      const what = titled('get', key);
      const request: ApiRequest = { method: 'GET', path: at(key), ...form, ...withSignal(options) };
      const response = await runInCallSpan(kind, request, async () => {
        const answer = await convertErrors(what, request, () => transport.call(request));
        // Not found is a valid response here.
        if (answer.status >= 400 && answer.status !== 404) throw new ApiError(what, { ...answer, ...about(key) });
        return answer;
      });
      return response.status === 404 ? undefined : read(what, response);
    },
    async list(options = {}) {
      const path = buildPath(kind, options);
      const what = `list ${kind.plural}`;
      const response = await call(what, {
        method: 'GET',
        path,
        query: buildListQuery(options),
        ...(options.atMostBytes !== undefined && { atMostBytes: options.atMostBytes }),
        ...(kind.metadataOnly === true && metadataForms.list),
        ...withSignal(options),
      });
      const { items, metadata } = parseList(what, response);
      const continueToken = metadata.continue;
      return {
        items: items.map(withType),
        resourceVersion: metadata.resourceVersion,
        ...(continueToken !== undefined && continueToken !== '' && { continueToken }),
      };
    },
    async watch(options = {}) {
      const what = `watch ${kind.plural}`;
      const request: ApiRequest = {
        method: 'GET',
        path: buildPath(kind, options),
        query: buildWatchQuery(options),
        ...(options.sharesConnection === true && { sharesConnection: true }),
        ...form,
        ...withSignal(options),
      };
      const stream = await convertErrors(what, request, () => transport.stream(request));
      if (stream.status >= 400) throw new ApiError(what, checkServed(kind, { ...stream, body: stream.rejection }));
      if (stream.status !== 200) throw buildNotServedError(what, stream.status, stream.rejection);
      const received = readEvents<T>(what, stream.lines, options.signal);
      return kind.metadataOnly === true ? addTypes(received, withType) : received;
    },
    async create(object, options) {
      const path = buildPath(kind, { namespace: object.metadata.namespace });
      const what = `create ${kind.kind} ${object.metadata.name ?? object.metadata.generateName ?? ''}`;
      const { isIdempotent = false } = options ?? {};
      return ask(what, { method: 'POST', path, body: typed(object), isIdempotent, ...withSignal(options) });
    },
    async update(object, options) {
      const key = getKey(object);
      const request: ApiRequest = { method: 'PUT', path: at(key), body: typed(object), ...withSignal(options) };
      return ask(titled('update', key), request, key);
    },
    async apply(object, options) {
      const key = getKey(object);
      const what = titled(options.subresource === undefined ? 'apply' : `apply ${options.subresource} of`, key);
      const query = { fieldManager: options.fieldManager, force: options.force ?? false, fieldValidation: 'Strict' };
      const path = at(key, options.subresource);
      const request: ApiRequest = {
        method: 'PATCH',
        path,
        query,
        body: typed(object),
        contentType: patchTypes.apply,
        // Desired state: the second of two equal applies changes nothing.
        isIdempotent: true,
        ...withSignal(options),
      };
      const response = await call(what, request, key);
      return { object: read(what, response), created: response.status === 201 };
    },
    jsonPatch: (key, operations, options) => patch(key, { body: operations, contentType: patchTypes.json }, options),
    mergePatch: (key, body, options) => patch(key, { body, contentType: patchTypes.merge }, options),
    async delete(key, options) {
      const { uid, resourceVersion, propagation } = options;
      const preconditions = uid === undefined && resourceVersion === undefined ? undefined : { uid, resourceVersion };
      const body = { apiVersion: 'v1', kind: 'DeleteOptions', propagationPolicy: propagation, preconditions };
      const what = titled('delete', key);
      const response = await call(what, { method: 'DELETE', path: at(key), body, ...withSignal(options) }, key);
      if (isStatus(response.body)) return undefined;
      const answer = read(what, response);
      return isGone(answer) ? undefined : answer;
    },
  };
}

/**
 * Whether the object is gone after its deletion. The API server returns some kinds (Service, ServiceAccount, ...)
 * although they are deleted. If another client deleted the object first, the response is its last state without a
 * resource version.
 */
function isGone({ metadata }: KubeObject): boolean {
  if (metadata.deletionTimestamp === undefined) return true;
  return (metadata.resourceVersion as string | undefined) === undefined;
}

/** Yields the events, with `apiVersion` and `kind` added to each object. */
async function* addTypes<T>(
  received: AsyncIterable<RawWatchEvent<T>>,
  withType: (object: unknown) => T,
): AsyncGenerator<RawWatchEvent<T>> {
  for await (const event of received) {
    yield event.type === 'ERROR' || event.type === 'UNKNOWN' ? event : { ...event, object: withType(event.object) };
  }
}

/**
 * Throws if the kind is not installed: the API server answers an unknown path with plain text instead of a `Status`.
 */
function checkServed(kind: Kind, response: ApiResponse): ApiResponse {
  if (response.status !== 404 || typeof response.body !== 'string' || isHtml(response.body)) return response;
  const body = `${notServed}${kind.plural} of ${formatApiVersion(kind)}: apply the CRD`;
  return { ...response, body };
}

type Query = NonNullable<ApiRequest['query']>;

function buildSelectionQuery(selection: Selection): Query {
  return { labelSelector: selection.labelSelector, fieldSelector: selection.fieldSelector };
}

function buildListQuery(options: ListOptions): Query {
  const { limit, continueToken, resourceVersion } = options;
  return { ...buildSelectionQuery(options), limit, continue: continueToken, resourceVersion };
}

function buildWatchQuery(options: WatchOptions): Query {
  const initial =
    options.sendInitialEvents === true ? { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' } : {};
  return {
    ...buildSelectionQuery(options),
    watch: true,
    allowWatchBookmarks: true,
    resourceVersion: options.resourceVersion,
    timeoutSeconds: options.timeoutSeconds,
    ...initial,
  };
}

/**
 * Sends a request. A missing response (refused, reset, timed out) becomes an `ApiError` with status 0; an abort rejects
 * with its own reason. Errors: `DECLARATION_INVALID` if the body cannot be written as JSON.
 */
async function convertErrors<R>(what: string, { body, signal }: ApiRequest, send: () => Promise<R>): Promise<R> {
  try {
    // Some transports do not check the signal before they send.
    signal?.throwIfAborted();
    return await send();
  } catch (cause) {
    throw toJsonError(cause, what, body) ?? toUnansweredError(what, cause, signal);
  }
}

function toUnansweredError(what: string, cause: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted === true) return signal.reason;
  if (isOwnError(cause)) return cause;
  return new ApiError(what, { status: 0, body: `no answer (${describe(cause)})`, cause });
}

function describe(error: unknown): string {
  return error instanceof Error
    ? [(error as NodeJS.ErrnoException).code, error.message].filter(Boolean).join(': ')
    : String(error);
}

async function* readEvents<T>(
  what: string,
  lines: AsyncIterable<string>,
  signal?: AbortSignal,
): AsyncGenerator<RawWatchEvent<T>> {
  const iterator = lines[Symbol.asyncIterator]();
  try {
    for (;;) {
      signal?.throwIfAborted();
      let next: IteratorResult<string, unknown>;
      try {
        next = await iterator.next();
      } catch (cause) {
        throw toUnansweredError(what, cause, signal);
      }
      if (next.done === true) return;
      yield parseEvent<T>(what, next.value);
    }
  } finally {
    await iterator.return?.();
  }
}
