import assert from 'node:assert/strict';

import { defineApi, type ResourceOf, t } from '@kubewright/runtime/internal/api';
import {
  formatApiVersion,
  type Kind,
  type KubeObject,
  neverAborted,
  type ObjectKey,
  OperatorError,
  systemClock,
} from '@kubewright/runtime/internal/base';
import {
  ApiError,
  type ApiRequest,
  type ApiResponse,
  type Client,
  isApiError,
  type KnownWatchEvent,
  type Resource,
  type UncheckedForms,
  unchecked,
  type WatchOptions,
} from '@kubewright/runtime/internal/client';
import { ConfigMap } from '@kubewright/runtime/kinds';

/** A custom API that uses every option of a schema. */
export const Gadget = defineApi({
  group: 'contract.kubewright.dev',
  version: 'v1',
  kind: 'Gadget',
  spec: t.object({
    size: t.integer({ minimum: 0, maximum: 10, default: 1 }),
    name: t.string({ minLength: 1, maxLength: 5, pattern: '^[a-z]*$' }),
    color: t.optional(t.enum(['red', 'green'])),
    tags: t.optional(t.array(t.string(), { listType: 'set', minItems: 1, maxItems: 3 })),
    parts: t.optional(t.array(t.object({ id: t.string(), count: t.integer({ default: 3 }) }), { keys: ['id'] })),
    notes: t.optional(t.record(t.string())),
    steps: t.optional(t.array(t.string())),
    share: t.optional(t.number({ minimum: 0, exclusiveMinimum: true, multipleOf: 2 })),
    limit: t.optional(t.intOrString()),
    since: t.optional(t.string({ format: 'date-time' })),
    copies: t.optional(t.integer({ format: 'int32', minimum: 0, maximum: 2147483647 })),
    free: t.optional(t.object({ known: t.optional(t.integer()) }, { preserveUnknownFields: true })),
    any: t.optional(t.unknown()),
    template: t.optional(t.embeddedResource()),
    rows: t.optional(t.array(t.object({ text: t.optional(t.string()) }))),
    inner: t.optional(t.object({ depth: t.integer({ default: 7 }), text: t.optional(t.string()) })),
  }),
  status: t.object({ ready: t.integer(), copies: t.integer(), conditions: t.conditions() }),
  selectableFields: ['.spec.color'],
  scale: { spec: '.spec.copies', status: '.status.copies' },
});
export type Gadget = ResourceOf<typeof Gadget>;

/** The API server under test, and a namespace for one case. */
export interface ContractServer {
  readonly client: Client;
  readonly namespace: string;
  /** Whether watches can start with the existing objects (WatchList). */
  readonly watchList: boolean;
  /** Returns a resource version that the server has compacted. */
  forgottenVersion(): Promise<string>;
}

/** One behaviour of an API server. The case throws if the server behaves differently. */
export interface ContractCase {
  /** The behaviour as a statement in the present tense. */
  readonly title: string;
  run(server: ContractServer): Promise<void>;
}

export function buildConfigMap({ namespace }: ContractServer, name: string, more: Extra = {}): SentObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', ...more, metadata: { name, namespace, ...more.metadata } };
}

/** Builds a valid Gadget in the namespace of the case. Omits members that are `undefined`. */
export function buildGadget(
  { namespace }: Pick<ContractServer, 'namespace'>,
  name: string,
  { spec = {}, ...more }: Extra = {},
): SentObject {
  const { kind } = Gadget;
  const metadata = { name, namespace, ...more.metadata };
  return { apiVersion: formatApiVersion(Gadget), kind, ...more, metadata, spec: { name: 'abc', ...spec } };
}

/** An object to send, which may be invalid. */
export interface SentObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly [member: string]: unknown;
}

interface Extra {
  readonly metadata?: object;
  readonly spec?: object;
  readonly [member: string]: unknown;
}

export function configMaps({ client }: ContractServer): Resource<ConfigMap> {
  return client.resource(ConfigMap);
}

export function gadgets({ client }: ContractServer): Resource<Gadget, UncheckedForms> {
  return client.resource(unchecked(Gadget));
}

export function toKey({ namespace }: ContractServer, name: string): ObjectKey {
  return { namespace, name };
}

export function buildPath({ namespace }: Pick<ContractServer, 'namespace'>, kind: Kind, name?: string): string {
  const root = kind.group === '' ? `/api/${kind.version}` : `/apis/${kind.group}/${kind.version}`;
  return [root, 'namespaces', namespace, kind.plural, ...(name === undefined ? [] : [name])].join('/');
}

/** Sends any request as it is. Throws if it is rejected. */
export async function call({ client }: ContractServer, request: ApiRequest): Promise<ApiResponse> {
  const response = await client.transport.call(request);
  assert.ok(response.status < 400, JSON.stringify(response.body));
  return response;
}

/** What the API server's error response must contain. */
export interface ExpectedRejection {
  readonly status: number;
  readonly reason?: string;
  readonly message?: string | RegExp;
  /** The fields of the causes, in any order. @default - not checked */
  readonly fields?: readonly string[];
}

/** Throws unless the call is rejected as expected. */
export async function expectRejection(
  asked: Promise<unknown>,
  { status, reason, message, fields }: ExpectedRejection,
): Promise<ApiError> {
  const error = await asked.then(
    (answer) => assert.fail(`not rejected: ${JSON.stringify(answer)}`),
    (failure: unknown) => failure,
  );
  assert.ok(isApiError(error), String(error));
  const { serverMessage, causes } = error;
  assert.equal(error.status, status, serverMessage);
  if (reason !== undefined) assert.equal(error.reason, reason);
  if (typeof message === 'string') assert.equal(serverMessage, message);
  else if (message !== undefined) assert.match(serverMessage, message);
  // Kubernetes 1.37 names a field once that earlier versions name twice.
  if (fields !== undefined) assert.deepEqual(new Set(causes.map(({ field }) => field)), new Set(fields));
  return error;
}

/** Throws unless the request is rejected as expected. */
export function expectRejectedCall(
  { client }: ContractServer,
  request: ApiRequest,
  expected: ExpectedRejection,
): Promise<ApiError> {
  const what = `${request.method} ${request.path}`;
  const asked = client.transport.call(request).then(({ status, body }) => {
    if (status >= 400) throw new ApiError(what, { status, body });
    return body;
  });
  return expectRejection(asked, expected);
}

/** An open watch, event by event. */
export interface OpenedWatch<T> extends AsyncDisposable {
  /** Returns the next `count` events as `ADDED a`. Skips bookmarks, whose time is not predictable. */
  next(count: number): Promise<readonly string[]>;
  event(): Promise<KnownWatchEvent<T>>;
}

/** Opens a watch of the namespace of the case. Each wait for events has a timeout. */
export async function watch<T extends KubeObject>(
  { namespace }: ContractServer,
  resource: Resource<T>,
  options: WatchOptions = {},
): Promise<OpenedWatch<T>> {
  const ended = new AbortController();
  const events = (await resource.watch({ namespace, ...options, signal: ended.signal }))[Symbol.asyncIterator]();
  const event = async (): Promise<KnownWatchEvent<T>> => {
    const next = await events.next();
    assert.ok(next.done !== true, 'the watch ended');
    assert.ok(next.value.type !== 'UNKNOWN', 'an event is of a type that is not known');
    return next.value;
  };
  return {
    event,
    async next(count) {
      const events: string[] = [];
      while (events.length < count) {
        const { type, object } = await event();
        if (type !== 'BOOKMARK') events.push(`${type} ${(object as KubeObject).metadata.name}`);
      }
      return events;
    },
    async [Symbol.asyncDispose]() {
      ended.abort(new OperatorError('STOPPED', 'watch', { hint: 'the case is over' }));
      await events.return?.();
    },
  };
}

/** The time limit for controllers on a busy machine, and the interval of checks. */
const limits = { forMs: 30_000, everyMs: 20 };

/** Waits until controllers of the server have made a condition true. */
export async function awaitSoon(isSo: () => Promise<boolean>): Promise<void> {
  const endsAt = systemClock.monotonic() + limits.forMs;
  // The last check comes after the timeout, because this process may have been delayed itself.
  for (let isLast = false; !isLast;) {
    isLast = systemClock.monotonic() >= endsAt;
    if (await isSo()) return;
    await systemClock.sleep(limits.everyMs, neverAborted);
  }
  assert.fail('it has not become so');
}
