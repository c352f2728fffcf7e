import { describe, expect, it } from 'vitest';

import { createFakeClock, type FakeClock } from '../../../../testing/src/fake-clock.ts';
import { createScriptedTransport, type ScriptedTransport } from '../../../fixtures/scripted-transport.ts';
import type { ApiRequest, ApiResponse } from '../../client/index.ts';
import type { Answer } from '../http/endpoint.ts';
import { createLogger } from '../logging/index.ts';
import { createScrapeGuard, createSecretHash } from './scrape-guard.ts';

const prometheus = {
  username: 'system:serviceaccount:monitoring:prometheus',
  uid: 'u1',
  groups: ['system:authenticated'],
  extra: { pod: ['prometheus-0'] },
};

/** What the fake API server responds. Tests may change it. */
interface Cluster {
  /** Users by token. */
  users: Record<string, object>;
  /** Users with permission to get /metrics. */
  readers: string[];
  /** If set, called for each request instead of a normal response. */
  outage?: () => Promise<ApiResponse>;
}

interface Fixture {
  readonly cluster: Cluster;
  readonly clock: FakeClock;
  readonly transport: ScriptedTransport;
  readonly log: string[];
  /** Sends a request with this `Authorization` header. */
  ask(authorization?: string, from?: { readonly path?: string; readonly peer?: string }): Promise<Answer | undefined>;
}

function createFixture(cluster: Cluster = { users: { good: prometheus }, readers: [prometheus.username] }): Fixture {
  const clock = createFakeClock();
  const log: string[] = [];
  const destination = { write: (line: string) => void log.push(line) };
  const transport = createScriptedTransport({
    call: (request) => cluster.outage?.() ?? answerReview(cluster, request),
  });
  const guard = createScrapeGuard({
    transport,
    clock,
    logger: createLogger({ level: 'debug', format: 'json', destination }),
  });
  const ask: Fixture['ask'] = (authorization, { path = '/metrics', peer = '192.0.2.1' } = {}) =>
    guard({ authorization, path, peer });
  return { cluster, clock, transport, log, ask };
}

function answerReview({ users, readers }: Cluster, { path, body }: ApiRequest): ApiResponse {
  const { spec } = body as { spec: { token?: string; user?: string } };
  const user = users[spec.token ?? ''];
  const status = path.endsWith('/tokenreviews')
    ? { authenticated: user !== undefined, ...(user && { user }) }
    : { allowed: readers.includes(spec.user ?? '') };
  return { status: 201, body: { status } };
}

describe('a request for secure metrics', () => {
  it('is allowed if the token’s user may get them', async () => {
    const { ask, transport } = createFixture();
    expect(await ask('Bearer good')).toBeUndefined();
    expect(transport.requests.map(({ method, path, body }) => [method, path, body])).toEqual([
      [
        'POST',
        '/apis/authentication.k8s.io/v1/tokenreviews',
        { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec: { token: 'good' } },
      ],
      [
        'POST',
        '/apis/authorization.k8s.io/v1/subjectaccessreviews',
        {
          apiVersion: 'authorization.k8s.io/v1',
          kind: 'SubjectAccessReview',
          spec: {
            user: prometheus.username,
            uid: 'u1',
            groups: ['system:authenticated'],
            extra: { pod: ['prometheus-0'] },
            nonResourceAttributes: { path: '/metrics', verb: 'get' },
          },
        },
      ],
    ]);
  });

  it.each([undefined, '', 'Bearer', 'Bearer ', 'Basic Z29vZA==', 'good'])(
    'gets a 401 without a call to the API server, for the header %j',
    async (header) => {
      const { ask, transport } = createFixture();
      const answer = await ask(header);
      expect(answer).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } });
      expect(answer?.body).toContain('send the header "Authorization: Bearer <token>"');
      expect(transport.requests).toEqual([]);
    },
  );

  it('is rejected with an unknown token', async () => {
    const { ask, transport } = createFixture();
    expect(await ask('Bearer bad')).toMatchObject({
      status: 401,
      body: expect.stringContaining('invalid in this cluster') as string,
    });
    expect(transport.requests).toHaveLength(1);
  });

  it('without permission gets a 403, and the body names the missing permission', async () => {
    const { ask } = createFixture({ users: { good: prometheus }, readers: [] });
    const answer = await ask('Bearer good');
    expect(answer?.status).toBe(403);
    expect(answer?.body).toBe(
      'system:serviceaccount:monitoring:prometheus is not allowed to read this: bind it to a role with the verb get on the nonResourceURL /metrics\n',
    );
  });

  it('is rejected if the authorizer both allows and denies', async () => {
    const { cluster, ask } = createFixture();
    let calls = 0;
    cluster.outage = async () => {
      const status = (calls += 1) === 1 ? { authenticated: true, user: prometheus } : { allowed: true, denied: true };
      return { status: 201, body: { status } };
    };
    expect((await ask('Bearer good'))?.status).toBe(403);
  });
});

describe('the responses of the API server', () => {
  it('are cached: an allowed one for a minute, a rejection for ten seconds', async () => {
    const { cluster, clock, transport, ask } = createFixture();
    await ask('Bearer good');
    await ask('Bearer bad');
    expect(transport.takeRequests()).toHaveLength(3);
    await clock.advance(9_999);
    await Promise.all([ask('Bearer good'), ask('Bearer bad')]);
    expect(transport.takeRequests()).toEqual([]);
    cluster.users['bad'] = prometheus;
    await clock.advance(1);
    expect(await ask('Bearer bad')).toBeUndefined();
    cluster.readers = [];
    await clock.advance(49_999);
    expect(await ask('Bearer good')).toBeUndefined();
    await clock.advance(1);
    expect((await ask('Bearer good'))?.status).toBe(403);
  });

  it('that are failures allow no request, are logged, and are requested again at once', async () => {
    const { cluster, log, ask } = createFixture();
    cluster.outage = () => Promise.reject(new Error('connection refused'));
    expect(await ask('Bearer good')).toMatchObject({
      status: 500,
      body: expect.stringContaining('did not review the request') as string,
    });
    expect(log.join('')).toContain('connection refused');
    delete cluster.outage;
    expect(await ask('Bearer good')).toBeUndefined();
  });

  it('that deny the review itself allow no request', async () => {
    const { cluster, log, ask } = createFixture();
    const message = 'tokenreviews.authentication.k8s.io is forbidden';
    cluster.outage = async () => ({ status: 403, body: { kind: 'Status', reason: 'Forbidden', message } });
    expect((await ask('Bearer good'))?.status).toBe(500);
    expect(log.join('')).toContain(`failed to review a token: ${message}`);
  });

  it('that take more than ten seconds allow no request', async () => {
    const { cluster, clock, transport, ask } = createFixture();
    cluster.outage = () =>
      new Promise((_, reject) => {
        const { signal } = transport.requests.at(-1) ?? {};
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      });
    const asking = ask('Bearer good');
    await clock.advance(10_000);
    expect((await asking)?.status).toBe(500);
    expect(clock.timers).toBe(0);
  });

  it('are shared by all requests that wait for the same one', async () => {
    const { transport, ask } = createFixture();
    expect(await Promise.all([ask('Bearer good'), ask('Bearer good', { peer: '192.0.2.2' })])).toEqual([
      undefined,
      undefined,
    ]);
    expect(transport.requests).toHaveLength(2);
  });

  it('are requested for few tokens of one address at a time; further requests get a 429', async () => {
    const { cluster, clock, transport, ask } = createFixture();
    const down = Promise.withResolvers<ApiResponse>();
    cluster.outage = () => down.promise;
    const asking = Array.from({ length: 20 }, (_, index) => ask(`Bearer guess-${String(index)}`));
    await clock.settle();
    expect(transport.requests).toHaveLength(2);
    const busy = await Promise.all(asking.slice(6));
    expect(new Set(busy.map((answer) => answer?.status))).toEqual(new Set([503]));
    expect(busy[0]?.headers).toEqual({ 'retry-after': '1' });
    down.resolve({ status: 201, body: { status: {} } });
    await Promise.all(asking);
    delete cluster.outage;
    expect(await ask('Bearer good')).toBeUndefined();
  });

  it('expose no token in the log or in a response', async () => {
    const { cluster, log, ask } = createFixture();
    const secret = 'eyJhbGciOi.very.secret';
    const answers = [await ask(`Bearer ${secret}`)];
    cluster.users[secret] = prometheus;
    cluster.readers = [];
    cluster.outage = () => Promise.reject(new Error('connection refused'));
    answers.push(await ask(`Bearer ${secret}2`));
    expect(log).toHaveLength(1);
    expect(JSON.stringify([log, answers])).not.toContain('very.secret');
  });
});

const buildAddresses = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `198.51.100.${String(index)}`);

describe('a client that guesses tokens', () => {
  it('is soon rejected without a review, until ten seconds have passed', async () => {
    const { clock, transport, ask } = createFixture();
    for (let index = 0; index < 10; index += 1) await ask(`Bearer guess-${String(index)}`);
    expect(transport.takeRequests()).toHaveLength(10);
    const refused = await ask('Bearer guess');
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '10' } });
    expect(transport.takeRequests()).toEqual([]);
    expect(await ask('Bearer good', { peer: '192.0.2.2' })).toBeUndefined();
    await clock.advance(10_000);
    expect(await ask('Bearer good')).toBeUndefined();
  });

  it('does not evict a valid token, even from its own address', async () => {
    const { clock, transport, ask } = createFixture();
    await ask('Bearer good');
    for (const peer of buildAddresses(40))
      for (const each of '0123456789') await ask(`Bearer ${peer}-${each}`, { peer });
    for (const each of '0123456789') await ask(`Bearer ${each}`);
    transport.takeRequests();
    expect(await ask('Bearer good')).toBeUndefined();
    expect(transport.takeRequests()).toEqual([]);
    await clock.advance(60_000);
    for (const each of '0123456789') await ask(`Bearer ${each}`);
    expect((await ask('Bearer guess'))?.status).toBe(429);
    expect(await ask('Bearer good')).toBeUndefined();
  });

  it('does not delay a new scraper, even if the API server does not answer the client’s reviews', async () => {
    const { cluster, clock, ask } = createFixture();
    const attackers = buildAddresses(40);
    await Promise.all(attackers.map((peer) => ask(`Bearer ${peer}`, { peer })));
    const { promise: never } = Promise.withResolvers<ApiResponse>();
    cluster.outage = () => never;
    const trying = attackers.map((peer) => ask(`Bearer again-${peer}`, { peer }));
    await clock.settle();
    delete cluster.outage;
    expect(await ask('Bearer good', { peer: '203.0.113.1' })).toBeUndefined();
    expect(trying).toHaveLength(40);
  });

  it('does not prevent another review of a valid token whose response has expired', async () => {
    const { cluster, clock, ask } = createFixture();
    expect(await ask('Bearer good')).toBeUndefined();
    await clock.advance(60_000);
    cluster.users = {};
    expect((await ask('Bearer good'))?.status).toBe(401);
  });
});

describe('the id of secrets', () => {
  it('depends on all of them', () => {
    const id = createSecretHash();
    expect(id(['a', '/metrics'])).toBe(id(['a', '/metrics']));
    expect(new Set([id(['a', '/metrics']), id(['a', '/debug']), id(['a,/metrics', ''])]).size).toBe(3);
  });

  it('does not reveal them, and differs in another process', () => {
    expect(createSecretHash()(['a'])).not.toBe(createSecretHash()(['a']));
    expect(createSecretHash()(['a'])).toHaveLength(44);
  });
});
