import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';

import { silentLogger, systemClock } from '../../base/index.ts';
import {
  type ApiRequest,
  type Client,
  connect,
  type Connection,
  createClient,
  createFixedCredentials,
  type Transport,
} from '../../client/index.ts';
import { createHttpTransport } from '../../client/http-transport.ts';
import { Lease, Namespace, Role, RoleBinding, ServiceAccount } from '../../kinds/index.ts';
import type { Leadership } from '../../controller/index.ts';
import type { LeaseTiming } from './options.ts';
import { runElection } from './run-election.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    readonly kubeconfigPath: string;
  }
}

const namespace = `election-${randomBytes(4).toString('hex')}`;
const key = { namespace, name: 'lock' };
/** Short durations, for tests that wait for a Lease to expire. */
const brief = { leaseDurationMs: 3_000, renewDeadlineMs: 2_000, retryPeriodMs: 1_000 };
/**
 * Long durations, so that the Lease never expires on a busy machine. Only a release has a time limit: half the renew
 * deadline, 20 s.
 */
const lasting = { leaseDurationMs: 60_000, renewDeadlineMs: 40_000, retryPeriodMs: 2_000 };

let admin: Connection;
/** A transport that has only the permissions that the docs of `runElection` list, on this one Lease. */
let limited: Transport;

beforeAll(async () => {
  admin = await connect({ kubeconfig: inject('kubeconfigPath'), clock: systemClock });
  await setUp(admin.client);
  limited = await createElectedTransport(admin);
  // Waits until the API server applies the new roles.
  await vi.waitFor(async () => {
    const path = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases/${key.name}`;
    expect((await limited.call({ method: 'GET', path })).status).toBe(404);
  }, 15_000);
});

afterAll(async () => {
  await limited.close();
  await admin.client.transport.close();
});

async function setUp(client: Client): Promise<void> {
  const rbac = 'rbac.authorization.k8s.io';
  const metadata = { name: 'elected', namespace };
  const leases = { apiGroups: ['coordination.k8s.io'], resources: ['leases'] };
  const rules = [
    { ...leases, verbs: ['create'] },
    { ...leases, resourceNames: [key.name], verbs: ['get', 'list', 'watch', 'update'] },
  ];
  const roleRef = { apiGroup: rbac, kind: 'Role', name: 'elected' };
  const subjects = [{ kind: 'ServiceAccount', name: 'elected', namespace }];
  await client.resource(Namespace).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  await client.resource(ServiceAccount).create({ apiVersion: 'v1', kind: 'ServiceAccount', metadata });
  await client.resource(Role).create(sent({ apiVersion: `${rbac}/v1`, kind: 'Role', metadata, rules }));
  await client
    .resource(RoleBinding)
    .create(sent({ apiVersion: `${rbac}/v1`, kind: 'RoleBinding', metadata, roleRef, subjects }));
}

function sent<T>(object: T): T {
  return object;
}

async function createElectedTransport({ client, credentials }: Connection): Promise<Transport> {
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts/elected/token`;
  const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} };
  const answer = await client.transport.call({ method: 'POST', path, body });
  const { token } = (answer.body as { status: { token: string } }).status;
  const { cert: _cert, key: _key, ...tls } = (await credentials.current()).tls;
  const ofToken = createFixedCredentials(credentials.server.href, {
    tls,
    headers: { authorization: `Bearer ${token}` },
  });
  return createHttpTransport({ clock: systemClock, credentials: ofToken });
}

/** A candidate with its own connection, which tests can cut. */
class Candidate {
  readonly stop = new AbortController();
  /** Requests that RBAC rejected. */
  readonly forbidden: string[] = [];
  readonly leads: Promise<Leadership>;
  readonly done: Promise<void>;
  /** When its last successful write was sent, in milliseconds. */
  wroteAt = 0;
  #cut = false;

  constructor(identity: string, watchList: boolean, timing: LeaseTiming) {
    const led = Promise.withResolvers<Leadership>();
    const lead = (leadership: Leadership): Promise<void> => {
      led.resolve(leadership);
      return new Promise((resolve) => {
        const end = (): void => {
          resolve();
        };
        leadership.signal.addEventListener('abort', end);
        this.stop.signal.addEventListener('abort', end);
      });
    };
    const client = createClient(this.#transport());
    const options = { client, clock: systemClock, logger: silentLogger, identity, lease: key, watchList, ...timing };
    this.leads = led.promise;
    this.done = runElection(options, lead, this.stop.signal);
  }

  /** Cuts its network connection. */
  cut(): void {
    this.#cut = true;
  }

  async end(): Promise<void> {
    this.stop.abort();
    await this.done;
  }

  #transport(): Transport {
    const noted = async <R extends { readonly status: number }>(request: ApiRequest, send: Promise<R>): Promise<R> => {
      const sentAt = systemClock.monotonic();
      const answer = await send;
      if (request.method !== 'GET' && answer.status < 300) this.wroteAt = sentAt;
      if (answer.status === 403) this.forbidden.push(`${request.method} ${request.path}`);
      return answer;
    };
    const reach = <R>(send: () => Promise<R>): Promise<R> => (this.#cut ? Promise.reject(new Error('cut')) : send());
    return {
      call: (request) => reach(() => noted(request, limited.call(request))),
      stream: (request) => reach(() => noted(request, limited.stream(request))),
      close: () => Promise.resolve(),
    };
  }
}

describe.each([true, false])('an election on the real API server, WatchList %s', (watchList) => {
  it('hands over long before the Lease would expire, and releases it without a holder', async () => {
    const a = new Candidate('a', watchList, lasting);
    await a.leads;
    const b = new Candidate('b', watchList, lasting);
    await expect
      .poll(() => admin.client.resource(Lease).get(key))
      .toMatchObject({ spec: { holderIdentity: 'a', leaseDurationSeconds: 60 } });
    await a.end();
    const releasedAt = systemClock.monotonic();
    await b.leads;
    expect(systemClock.monotonic() - releasedAt).toBeLessThan(lasting.leaseDurationMs / 2);
    await b.end();
    const { spec } = await admin.client.resource(Lease).get(key);
    expect(spec).toMatchObject({ holderIdentity: '', leaseDurationSeconds: 1 });
    expect([...a.forbidden, ...b.forbidden]).toEqual([]);
  });

  it('replaces a disconnected leader once its Lease has expired; before that, this leader stops leading', async () => {
    const a = new Candidate('a', watchList, brief);
    const old = await a.leads;
    const b = new Candidate('b', watchList, brief);
    const { metadata } = await admin.client.resource(Lease).get(key);
    await expect
      .poll(async () => (await admin.client.resource(Lease).get(key)).metadata.resourceVersion, { timeout: 20_000 })
      .not.toBe(metadata.resourceVersion);
    a.cut();
    await b.leads;
    expect(systemClock.monotonic() - a.wroteAt).toBeGreaterThanOrEqual(brief.leaseDurationMs);
    expect(old.signal.aborted).toBe(true);
    expect(() => old.assertLeading()).toThrow(expect.objectContaining({ code: 'NOT_LEADER' }));
    await Promise.all([a.end(), b.end()]);
    expect([...a.forbidden, ...b.forbidden]).toEqual([]);
  });
});
