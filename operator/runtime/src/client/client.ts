import { apiVersionOf, formatObject, jsonError, type Kind, type KubeObject, type ObjectKey } from '../base/index.ts';
import { eventIn, listIn, notServed, objectIn } from './answers.ts';
import { inCallSpan } from './call-span.ts';
import { metadataForms, onlyMetadata } from './metadata-only.ts';
import { pathOf } from './place.ts';
import type { ListOptions, RawWatchEvent, Resource, Selection, WatchOptions } from './resource.ts';
import type { AsRead, FormsOf, Sent, UncheckedForms, WrittenKind } from './sent.ts';
import { ApiError, isStatus } from './status-error.ts';
import { isHtml } from './text-in-words.ts';
import { AnswerTooLarge, type ApiRequest, type ApiResponse, type Transport } from './transport.ts';

/** Typed handles on one API server. */
export interface Client {
  resource<T extends KubeObject, TWritten = AsRead>(kind: WrittenKind<T, TWritten>): Resource<T, FormsOf<T, TWritten>>;
  readonly transport: Transport;
}

/** A client that only reads. */
export interface LiveReader {
  resource<T extends KubeObject>(kind: Kind<T>): Pick<Resource<T>, 'get' | 'list' | 'tryGet'>;
}

const patchTypes = {
  apply: 'application/apply-patch+yaml',
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
} as const;

/** A client on `transport`. Nothing is sent until a method is called. */
export function createClient(transport: Transport): Client {
  const resources = new WeakMap<Kind, unknown>();
  return {
    transport,
    // Only the compiler checks what is written.
    resource: <T extends KubeObject, TWritten>(kind: WrittenKind<T, TWritten>) => {
      let resource = resources.get(kind);
      if (resource === undefined) resources.set(kind, (resource = createResource(transport, kind)));
      return resource as Resource<T, FormsOf<T, TWritten>>;
    },
  };
}

function createResource<T extends KubeObject>(transport: Transport, kind: Kind<T>): Resource<T, UncheckedForms> {
  const call = (what: string, request: ApiRequest, object?: ObjectKey): Promise<ApiResponse> =>
    inCallSpan(kind, request, async () => {
      const response = await answered(what, request, () => transport.call(request));
      if (response.status >= 400) throw new ApiError(what, { ...served(kind, response), ...about(object) });
      return response;
    });
  const at = (key: ObjectKey, subresource?: string): string =>
    pathOf(kind, { ...key, ...(subresource !== undefined && { subresource }) });
  const about = (object?: ObjectKey): { readonly object?: ObjectKey; readonly kind?: string } =>
    object === undefined ? {} : { object, kind: kind.kind };
  const titled = (verb: string, key: ObjectKey): string =>
    `${verb} ${formatObject({ kind: kind.kind, metadata: key })}`;
  const withSignal = (options?: { readonly signal?: AbortSignal }): Pick<ApiRequest, 'signal'> =>
    options?.signal ? { signal: options.signal } : {};
  const named = { apiVersion: apiVersionOf(kind), kind: kind.kind };
  const typed = (object: Sent): Sent => ({ ...named, ...object });
  const form = kind.metadataOnly === true ? metadataForms.object : {};
  // The items of a list have no apiVersion and kind; a freshly parsed object may be completed in place.
  const withType = (object: unknown): T =>
    kind.metadataOnly === true ? (onlyMetadata(object, named) as T) : Object.assign(object as T, named);
  const read = (what: string, response: ApiResponse): T => withType(objectIn(what, response));
  /** The object in the response to `call`. */
  const ask = async (what: string, request: ApiRequest, object?: ObjectKey): Promise<T> =>
    read(what, await call(what, request, object));

  return {
    async get(key, options) {
      return ask(titled('get', key), { method: 'GET', path: at(key), ...form, ...withSignal(options) }, key);
    },
    async tryGet(key, options) {
      const what = titled('get', key);
      const request: ApiRequest = { method: 'GET', path: at(key), ...form, ...withSignal(options) };
      const response = await inCallSpan(kind, request, async () => {
        const answer = await answered(what, request, () => transport.call(request));
        // Not found is a valid response here.
        if (answer.status >= 400 && answer.status !== 404) throw new ApiError(what, { ...answer, ...about(key) });
        return answer;
      });
      return response.status === 404 ? undefined : read(what, response);
    },
    async list(options = {}) {
      const path = pathOf(kind, options);
      const what = `list ${kind.plural}`;
      const response = await call(what, {
        method: 'GET',
        path,
        query: listQuery(options),
        ...(options.atMostBytes !== undefined && { atMostBytes: options.atMostBytes }),
        ...(kind.metadataOnly === true && metadataForms.list),
        ...withSignal(options),
      });
      const { items, metadata } = listIn(what, response);
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
        path: pathOf(kind, options),
        query: watchQuery(options),
        ...form,
        ...withSignal(options),
      };
      const stream = await answered(what, request, () => transport.stream(request));
      if (stream.status >= 400) throw new ApiError(what, served(kind, { ...stream, body: stream.refusal }));
      if (stream.status !== 200) throw notServed(what, stream.status, stream.refusal);
      const received = events<T>(what, stream.lines, options.signal);
      return kind.metadataOnly === true ? withTypes(received, withType) : received;
    },
    async create(object, options) {
      const path = pathOf(kind, { namespace: object.metadata.namespace });
      const what = `create ${kind.kind} ${object.metadata.name ?? object.metadata.generateName ?? ''}`;
      const { isIdempotent = false } = options ?? {};
      return ask(what, { method: 'POST', path, body: typed(object), isIdempotent, ...withSignal(options) });
    },
    async update(object, options) {
      const key = keyOfSent(object);
      const request: ApiRequest = { method: 'PUT', path: at(key), body: typed(object), ...withSignal(options) };
      return ask(titled('update', key), request, key);
    },
    async apply(object, options) {
      const key = keyOfSent(object);
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
    async jsonPatch(key, operations, options) {
      const query = { fieldManager: options?.fieldManager };
      const request: ApiRequest = {
        method: 'PATCH',
        path: at(key),
        query,
        body: operations,
        contentType: patchTypes.json,
        ...withSignal(options),
      };
      return ask(titled('patch', key), request, key);
    },
    async mergePatch(key, patch, options) {
      const path = at(key, options?.subresource);
      const query = { fieldManager: options?.fieldManager };
      const request: ApiRequest = {
        method: 'PATCH',
        path,
        query,
        body: patch,
        contentType: patchTypes.merge,
        ...withSignal(options),
      };
      return ask(titled('patch', key), request, key);
    },
    async delete(key, options) {
      const preconditions = options.uid === undefined ? undefined : { uid: options.uid };
      const body = { apiVersion: 'v1', kind: 'DeleteOptions', propagationPolicy: options.propagation, preconditions };
      const what = titled('delete', key);
      const response = await call(what, { method: 'DELETE', path: at(key), body, ...withSignal(options) }, key);
      if (isStatus(response.body)) return undefined;
      const answer = read(what, response);
      return isGone(answer) ? undefined : answer;
    },
  };
}

/**
 * Whether the object is deleted, by the response to its deletion. Some kinds (Service, ServiceAccount, ...) return the
 * object itself though it is deleted by now; and if somebody else deleted it meanwhile, the response is its last state,
 * without a resource version.
 */
function isGone({ metadata }: KubeObject): boolean {
  if (metadata.deletionTimestamp === undefined) return true;
  return (metadata.resourceVersion as string | undefined) === undefined;
}

/** The events, with each object completed by `withType`. */
async function* withTypes<T>(
  received: AsyncIterable<RawWatchEvent<T>>,
  withType: (object: unknown) => T,
): AsyncGenerator<RawWatchEvent<T>> {
  for await (const event of received) {
    yield event.type === 'ERROR' || event.type === 'UNKNOWN' ? event : { ...event, object: withType(event.object) };
  }
}

/** The API server answers an unknown path with a text, not with a `Status`: the kind is not installed. */
function served(kind: Kind, response: ApiResponse): ApiResponse {
  if (response.status !== 404 || typeof response.body !== 'string' || isHtml(response.body)) return response;
  const body = `the API server does not serve ${kind.plural} of ${apiVersionOf(kind)}: apply its CustomResourceDefinition`;
  return { ...response, body };
}

function keyOfSent(object: { metadata: { name: string; namespace?: string } }): ObjectKey {
  const { name, namespace } = object.metadata;
  return namespace === undefined ? { name } : { name, namespace };
}

type Query = NonNullable<ApiRequest['query']>;

function selectionQuery(selection: Selection): Query {
  return { labelSelector: selection.labelSelector, fieldSelector: selection.fieldSelector };
}

function listQuery(options: ListOptions): Query {
  const { limit, continueToken, resourceVersion } = options;
  return { ...selectionQuery(options), limit, continue: continueToken, resourceVersion };
}

function watchQuery(options: WatchOptions): Query {
  const initial =
    options.sendInitialEvents === true ? { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' } : {};
  return {
    ...selectionQuery(options),
    watch: true,
    allowWatchBookmarks: true,
    resourceVersion: options.resourceVersion,
    timeoutSeconds: options.timeoutSeconds,
    ...initial,
  };
}

/**
 * Turns a missing response (refused, reset, timed out) into an `ApiError` with status 0; an abort rejects with its own
 * reason. Errors: `DECLARATION_INVALID` if the body cannot be sent as JSON.
 */
async function answered<R>(what: string, { body, signal }: ApiRequest, send: () => Promise<R>): Promise<R> {
  try {
    // Some transports do not check the signal before they send.
    signal?.throwIfAborted();
    return await send();
  } catch (cause) {
    throw jsonError(cause, what, body) ?? unanswered(what, cause, signal);
  }
}

function unanswered(what: string, cause: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted === true) return signal.reason;
  if (cause instanceof AnswerTooLarge) return cause;
  return new ApiError(what, { status: 0, body: `no answer (${describe(cause)})`, cause });
}

function describe(error: unknown): string {
  return error instanceof Error
    ? [(error as NodeJS.ErrnoException).code, error.message].filter(Boolean).join(': ')
    : String(error);
}

async function* events<T>(
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
        throw unanswered(what, cause, signal);
      }
      if (next.done === true) return;
      yield eventIn<T>(what, next.value);
    }
  } finally {
    await iterator.return?.();
  }
}
