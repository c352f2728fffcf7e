import { neverAborted, OperatorError } from '../../base/index.ts';
import { type ApiRequest, type ApiResponse, type ApiStream, type Client, createClient } from '../../client/index.ts';
import type { Lease, LeaseSpec } from '../../kinds/index.ts';

/** What is asked of the API server, in the words of RBAC. */
export type Verb = 'get' | 'list' | 'watch' | 'create' | 'update';

/** One call that arrived. */
export interface Arrived {
  readonly verb: Verb;
  readonly request: ApiRequest;
}

/** An API server with one Lease, for tests of the election: keeps resource versions, and fails as it is told to. */
export interface FakeLeaseApi {
  readonly client: Client;
  /** All calls, in order. */
  readonly calls: readonly Arrived[];
  /** The verbs of all calls. */
  readonly verbs: readonly Verb[];
  /** The Lease as it is stored. */
  readonly lease: Lease | undefined;
  /** Somebody else writes the Lease. */
  write(spec: LeaseSpec): void;
  /** Somebody else deletes the Lease. */
  remove(): void;
  /**
   * Called when a call arrives, before it is answered: `conflict`, `down` (no answer), `hang` until it is given up, or
   * nothing special. A promise is waited for by the call, whether it is given up or not.
   */
  onCall: (arrived: Arrived) => Outcome | Promise<Outcome>;
}

export type Outcome = 'conflict' | 'down' | 'hang' | undefined;

interface WatchLine {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK';
  readonly object: object;
}

export function createFakeLeaseApi(name: string): FakeLeaseApi {
  const calls: Arrived[] = [];
  const history: { readonly version: number; readonly line: WatchLine }[] = [];
  const waiting = new Set<() => void>();
  let version = 0;
  let lease: Lease | undefined;

  const store = (next: Lease | undefined, type: WatchLine['type']): Lease => {
    version += 1;
    const before = next ?? lease;
    if (before === undefined) throw new OperatorError('TEST_FAILED', 'change the Lease', { hint: 'there is none' });
    const object = { ...before, metadata: { ...before.metadata, resourceVersion: String(version) } };
    lease = next === undefined ? undefined : object;
    history.push({ version, line: { type, object } });
    for (const wake of [...waiting]) wake();
    return object;
  };
  const made = (spec: LeaseSpec): Lease => ({
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name, namespace: 'default', uid: 'u', resourceVersion: '', creationTimestamp: '2026-01-01T00:00:00Z' },
    spec,
  });

  async function* linesAfter(from: number, initial: readonly WatchLine[], signal: AbortSignal): AsyncGenerator<string> {
    for (const line of initial) yield JSON.stringify(line);
    let sent = from;
    for (;;) {
      const next = history.find((entry) => entry.version > sent);
      if (next !== undefined) {
        sent = next.version;
        yield JSON.stringify(next.line);
      } else await change(signal);
    }
  }

  const change = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const wake = (): void => {
        waiting.delete(wake);
        resolve();
      };
      waiting.add(wake);
      signal.addEventListener('abort', () => {
        waiting.delete(wake);
        reject(signal.reason as Error);
      });
      if (signal.aborted) reject(signal.reason as Error);
    });

  const answer: Record<Exclude<Verb, 'watch'>, (request: ApiRequest) => ApiResponse> = {
    get: () => (lease === undefined ? refusal(404, 'NotFound') : { status: 200, body: structuredClone(lease) }),
    list: () => {
      const items = lease === undefined ? [] : [structuredClone(lease)];
      return { status: 200, body: { items, metadata: { resourceVersion: String(version) } } };
    },
    create: ({ body }) => {
      if (lease !== undefined) return refusal(409, 'AlreadyExists');
      return { status: 201, body: structuredClone(store(made((body as Lease).spec), 'ADDED')) };
    },
    update: ({ body }) => {
      const sent = body as Lease;
      if (lease === undefined) return refusal(404, 'NotFound');
      if (sent.metadata.resourceVersion !== lease.metadata.resourceVersion) return refusal(409, 'Conflict');
      return { status: 200, body: structuredClone(store(sent, 'MODIFIED')) };
    },
  };

  const arrive = async (verb: Verb, request: ApiRequest): Promise<ApiResponse | undefined> => {
    const { signal = neverAborted, ...sent } = request;
    signal.throwIfAborted();
    const arrived = { verb, request: structuredClone(sent) };
    calls.push(arrived);
    const outcome = await api.onCall(arrived);
    if (outcome === 'down') throw new ConnectionRefused('connect ECONNREFUSED');
    if (outcome === 'hang') {
      signal.throwIfAborted();
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reject(signal.reason as Error);
        });
      });
    }
    return outcome === 'conflict' ? refusal(409, 'Conflict') : undefined;
  };

  const call = async (request: ApiRequest): Promise<ApiResponse> => {
    const verb = verbOf(request, name);
    return (await arrive(verb, request)) ?? answer[verb](request);
  };

  const stream = async (request: ApiRequest): Promise<ApiStream> => {
    await arrive('watch', request);
    const { resourceVersion, sendInitialEvents } = request.query ?? {};
    const bookmark = {
      metadata: { resourceVersion: String(version), annotations: { 'k8s.io/initial-events-end': 'true' } },
    };
    const initial: WatchLine[] = lease === undefined ? [] : [{ type: 'ADDED', object: lease }];
    const first = sendInitialEvents === true ? [...initial, { type: 'BOOKMARK' as const, object: bookmark }] : [];
    const from = sendInitialEvents === true ? version : Number(resourceVersion);
    return { status: 200, lines: linesAfter(from, first, request.signal ?? neverAborted) };
  };

  const api: FakeLeaseApi = {
    client: createClient({ call, stream, close: () => Promise.resolve() }),
    calls,
    get verbs() {
      return calls.map(({ verb }) => verb);
    },
    get lease() {
      return lease;
    },
    write: (spec) => {
      store({ ...(lease ?? made(spec)), spec }, lease === undefined ? 'ADDED' : 'MODIFIED');
    },
    remove: () => {
      store(undefined, 'DELETED');
    },
    onCall: () => undefined,
  };
  return api;
}

const collection = '/apis/coordination.k8s.io/v1/namespaces/default/leases';

function verbOf({ method, path }: ApiRequest, name: string): Exclude<Verb, 'watch'> {
  const verbs: Readonly<Record<string, Exclude<Verb, 'watch'>>> = {
    [`GET ${collection}/${name}`]: 'get',
    [`GET ${collection}`]: 'list',
    [`POST ${collection}`]: 'create',
    [`PUT ${collection}/${name}`]: 'update',
  };
  const verb = verbs[`${method} ${path}`];
  if (verb === undefined)
    throw new OperatorError('TEST_FAILED', `answer ${method} ${path}`, { hint: 'only a Lease is served' });
  return verb;
}

function refusal(status: number, reason: string): ApiResponse {
  return { status, body: { kind: 'Status', status: 'Failure', code: status, reason, message: reason } };
}

/** As Node tells that nobody listens. */
class ConnectionRefused extends Error {
  readonly code = 'ECONNREFUSED';
}
