import { describe, expect, it } from 'vitest';

import { createFakeClock, type FakeClock } from '../../../../testing/src/fake-clock.ts';
import { scriptTransport, type ScriptedTransport } from '../../../fixtures/scripted-transport.ts';
import type { ApiRequest, ApiResponse } from '../../client/index.ts';
import type { Answer } from '../http/index.ts';
import { createLogger } from '../logging/index.ts';
import { createScrapeGuard, secretIds } from './scrape-guard.ts';

const prometheus = {
  username: 'system:serviceaccount:monitoring:prometheus',
  uid: 'u1',
  groups: ['system:authenticated'],
  extra: { pod: ['prometheus-0'] },
};

/** What the API server says; may be changed while a test runs. */
interface Cluster {
  /** By token. */
  users: Record<string, object>;
  /** Users that may get /metrics. */
  readers: string[];
  /** Instead of any answer. */
  outage?: () => Promise<ApiResponse>;
}

interface Fixture {
  readonly cluster: Cluster;
  readonly clock: FakeClock;
  readonly transport: ScriptedTransport;
  readonly log: string[];
  /** Asks with a header `Authorization`. */
  ask(authorization?: string, from?: { readonly path?: string; readonly peer?: string }): Promise<Answer | undefined>;
}

function fixture(cluster: Cluster = { users: { good: prometheus }, readers: [prometheus.username] }): Fixture {
  const clock = createFakeClock();
  const log: string[] = [];
  const destination = { write: (line: string) => void log.push(line) };
  const transport = scriptTransport({ call: (request) => cluster.outage?.() ?? answered(cluster, request) });
  const guard = createScrapeGuard({
    transport,
    clock,
    logger: createLogger({ level: 'debug', format: 'json', destination }),
  });
  const ask: Fixture['ask'] = (authorization, { path = '/metrics', peer = '192.0.2.1' } = {}) =>
    guard({ authorization, path, peer });
  return { cluster, clock, transport, log, ask };
}

function answered({ users, readers }: Cluster, { path, body }: ApiRequest): ApiResponse {
  const { spec } = body as { spec: { token?: string; user?: string } };
  const user = users[spec.token ?? ''];
  const status = path.endsWith('/tokenreviews')
    ? { authenticated: user !== undefined, ...(user && { user }) }
    : { allowed: readers.includes(spec.user ?? '') };
  return { status: 201, body: { status } };
}

describe('who asks for secure metrics', () => {
  it('is let through with a token whose user may get them', async () => {
    const { ask, transport } = fixture();
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
    'is asked for a token, and the API server for nothing, with the header %j',
    async (header) => {
      const { ask, transport } = fixture();
      const answer = await ask(header);
      expect(answer).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } });
      expect(answer?.body).toContain('send the header "Authorization: Bearer <token>"');
      expect(transport.requests).toEqual([]);
    },
  );

  it('is refused with a token that is nobody’s', async () => {
    const { ask, transport } = fixture();
    expect(await ask('Bearer bad')).toMatchObject({
      status: 401,
      body: expect.stringContaining('not valid') as string,
    });
    expect(transport.requests).toHaveLength(1);
  });

  // id: metrics-for-every-token
  it('is answered which right is missing', async () => {
    const { ask } = fixture({ users: { good: prometheus }, readers: [] });
    const answer = await ask('Bearer good');
    expect(answer?.status).toBe(403);
    expect(answer?.body).toBe(
      'system:serviceaccount:monitoring:prometheus may not read this: bind it to a role with the verb get on the nonResourceURL /metrics\n',
    );
  });

  it('is not let through by an authoriser that says both yes and no', async () => {
    const { cluster, ask } = fixture();
    let calls = 0;
    cluster.outage = async () => {
      const status = (calls += 1) === 1 ? { authenticated: true, user: prometheus } : { allowed: true, denied: true };
      return { status: 201, body: { status } };
    };
    expect((await ask('Bearer good'))?.status).toBe(403);
  });
});

describe('the answers of the API server', () => {
  it('are remembered: a yes for a minute, a no for ten seconds', async () => {
    const { cluster, clock, transport, ask } = fixture();
    await ask('Bearer good');
    await ask('Bearer bad');
    expect(transport.taken()).toHaveLength(3);
    await clock.advance(9_999);
    await Promise.all([ask('Bearer good'), ask('Bearer bad')]);
    expect(transport.taken()).toEqual([]);
    cluster.users['bad'] = prometheus;
    await clock.advance(1);
    expect(await ask('Bearer bad')).toBeUndefined();
    cluster.readers = [];
    await clock.advance(49_999);
    expect(await ask('Bearer good')).toBeUndefined();
    await clock.advance(1);
    expect((await ask('Bearer good'))?.status).toBe(403);
  });

  // id: metrics-fail-open
  it('that fail let nobody through, are logged, and are asked for again at once', async () => {
    const { cluster, log, ask } = fixture();
    cluster.outage = () => Promise.reject(new Error('connection refused'));
    expect(await ask('Bearer good')).toMatchObject({
      status: 500,
      body: expect.stringContaining('could not be asked') as string,
    });
    expect(log.join('')).toContain('connection refused');
    delete cluster.outage;
    expect(await ask('Bearer good')).toBeUndefined();
  });

  it('that are refused, as the operator lacks the right to ask, let nobody through', async () => {
    const { cluster, log, ask } = fixture();
    const message = 'tokenreviews.authentication.k8s.io is forbidden';
    cluster.outage = async () => ({ status: 403, body: { kind: 'Status', reason: 'Forbidden', message } });
    expect((await ask('Bearer good'))?.status).toBe(500);
    expect(log.join('')).toContain(`failed to review a token: ${message}`);
  });

  it('that do not come within ten seconds let nobody through', async () => {
    const { cluster, clock, transport, ask } = fixture();
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

  it('are waited for by all who ask while they are on their way', async () => {
    const { transport, ask } = fixture();
    expect(await Promise.all([ask('Bearer good'), ask('Bearer good', { peer: '192.0.2.2' })])).toEqual([
      undefined,
      undefined,
    ]);
    expect(transport.requests).toHaveLength(2);
  });

  // id: metrics-flood-the-api-server
  it('are reviewed for few of one address at a time; more are answered to try again', async () => {
    const { cluster, clock, transport, ask } = fixture();
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

  it('show no token: neither in the log nor in an answer', async () => {
    const { cluster, log, ask } = fixture();
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

/** As many addresses. */
const addresses = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `198.51.100.${String(index)}`);

describe('who tries tokens', () => {
  // id: metrics-ask-for-every-guess
  it('is soon not asked for any more, until ten seconds have gone by', async () => {
    const { clock, transport, ask } = fixture();
    for (let index = 0; index < 10; index += 1) await ask(`Bearer guess-${String(index)}`);
    expect(transport.taken()).toHaveLength(10);
    const refused = await ask('Bearer guess');
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '10' } });
    expect(transport.taken()).toEqual([]);
    expect(await ask('Bearer good', { peer: '192.0.2.2' })).toBeUndefined();
    await clock.advance(10_000);
    expect(await ask('Bearer good')).toBeUndefined();
  });

  // id: metrics-forget-the-good-for-the-bad
  it('does not make a good token forgotten, whatever comes from its own address', async () => {
    const { clock, transport, ask } = fixture();
    await ask('Bearer good');
    for (const peer of addresses(40)) for (const each of '0123456789') await ask(`Bearer ${peer}-${each}`, { peer });
    for (const each of '0123456789') await ask(`Bearer ${each}`);
    transport.taken();
    expect(await ask('Bearer good')).toBeUndefined();
    expect(transport.taken()).toEqual([]);
    await clock.advance(60_000);
    for (const each of '0123456789') await ask(`Bearer ${each}`);
    expect((await ask('Bearer guess'))?.status).toBe(429);
    expect(await ask('Bearer good')).toBeUndefined();
  });

  // id: metrics-give-all-slots-to-suspects
  it('keeps no new scraper waiting, though the API server does not answer about what is tried', async () => {
    const { cluster, clock, ask } = fixture();
    const attackers = addresses(40);
    await Promise.all(attackers.map((peer) => ask(`Bearer ${peer}`, { peer })));
    const { promise: never } = Promise.withResolvers<ApiResponse>();
    cluster.outage = () => never;
    const trying = attackers.map((peer) => ask(`Bearer again-${peer}`, { peer }));
    await clock.settle();
    delete cluster.outage;
    expect(await ask('Bearer good', { peer: '203.0.113.1' })).toBeUndefined();
    expect(trying).toHaveLength(40);
  });

  it('gets an answer about a token that is asked for again though what was good is too old', async () => {
    const { cluster, clock, ask } = fixture();
    expect(await ask('Bearer good')).toBeUndefined();
    await clock.advance(60_000);
    cluster.users = {};
    expect((await ask('Bearer good'))?.status).toBe(401);
  });
});

describe('the id of secrets', () => {
  it('is one of all of them, not of any one of them', () => {
    const id = secretIds();
    expect(id(['a', '/metrics'])).toBe(id(['a', '/metrics']));
    expect(new Set([id(['a', '/metrics']), id(['a', '/debug']), id(['a,/metrics', ''])]).size).toBe(3);
  });

  it('says nothing of them, and is another one in another process', () => {
    expect(secretIds()(['a'])).not.toBe(secretIds()(['a']));
    expect(secretIds()(['a'])).toHaveLength(44);
  });
});
