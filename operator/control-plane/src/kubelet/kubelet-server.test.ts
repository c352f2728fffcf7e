import { writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request, type RequestOptions } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { silentLogger, systemClock } from '../../../runtime/src/base/index.ts';
import { type Authority, createAuthority, type KeyPair } from '../../../runtime/src/certificates/authority.ts';
import { createFakeClock } from '../../../testing/src/fake-clock.ts';
import {
  type ContainerName,
  kubeletClientName,
  type LogOptions,
  KubeletRejection,
  simulatedPods,
  startKubelet,
} from './index.ts';
import type { KubeletIdentity, KubeletServer } from './index.ts';
import { useTemporaryFolder } from '../../fixtures/temporary-folder.ts';

let folder = '';
useTemporaryFolder((path) => void (folder = path), 'all');
let identity: KubeletIdentity;
let authority: Authority;
let apiServer: KeyPair;
let other: KeyPair;
let kubelet: KubeletServer;
const asked: { readonly container: ContainerName; readonly options: LogOptions; readonly signal: AbortSignal }[] = [];
let rejection: KubeletRejection | undefined;

/** A log that never ends. */
async function* streamEndless(): AsyncGenerator<Buffer, void, void> {
  yield Buffer.from('first line\n');
  await new Promise<never>(() => undefined);
}

const clock = createFakeClock();
beforeAll(async () => {
  const make = (name: string): Promise<Authority> => createAuthority(name, { clock: systemClock, validDays: 1 });
  authority = await make('kubelets');
  apiServer = await authority.issue({ commonName: kubeletClientName, usages: ['client'] });
  other = await authority.issue({
    commonName: 'kubewright-admin',
    organizations: ['system:masters'],
    usages: ['client'],
  });
  const hosts = [{ type: 'ip', value: '127.0.0.1' }] as const;
  const server = await authority.issue({ commonName: 'kubelet', usages: ['server'], hosts });
  const save = async (name: string, content: string): Promise<string> => {
    await writeFile(join(folder, name), content, { mode: 0o600 });
    return join(folder, name);
  };
  identity = {
    certificate: await save('crt', server.certificate),
    key: await save('key', server.key),
    clientCa: await save('ca', authority.certificate),
  };
});
beforeEach(async () => {
  rejection = undefined;
  asked.length = 0;
  const host = {
    async logs(container: ContainerName, options: LogOptions, signal: AbortSignal) {
      asked.push({ container, options, signal });
      if (rejection !== undefined) throw rejection;
      return streamEndless();
    },
    portForward: simulatedPods.portForward,
  };
  kubelet = await startKubelet({ identity, host, clock, logger: silentLogger });
  return () => kubelet[Symbol.asyncDispose]();
});

const path = '/containerLogs/shop/web/main';
/** Sends a request and returns the head of the response, before its body is read. */
async function ask(more: RequestOptions = {}, client?: KeyPair): Promise<IncomingMessage> {
  const who = client && { cert: client.certificate, key: client.key };
  const options = { host: '127.0.0.1', port: kubelet.port, path, ca: authority.certificate, agent: false, ...who };
  const sent = request({ ...options, ...more }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return answer;
}

describe('a kubelet', () => {
  test('rejects a client without a certificate, with any token or name', async () => {
    const headers = { authorization: 'Bearer of-an-administrator', 'x-remote-user': kubeletClientName };
    const answer = await ask({ headers });
    expect([answer.statusCode, await text(answer)]).toEqual([401, 'Unauthorized']);
    expect(asked).toEqual([]);
  });

  test('rejects a client with a certificate of another authority, with any name in it', async () => {
    const another = await createAuthority('kubelets', { clock: systemClock, validDays: 1 });
    const answer = await ask({}, await another.issue({ commonName: kubeletClientName, usages: ['client'] }));
    expect(answer.statusCode).toBe(401);
    const server = await authority.issue({ commonName: kubeletClientName, usages: ['server'] });
    expect((await ask({}, server)).statusCode).toBe(401);
    expect(asked).toEqual([]);
  });

  test('rejects other clients of its own authority', async () => {
    const answer = await ask({}, other);
    expect(answer.statusCode).toBe(403);
    expect(asked).toEqual([]);
  });

  test('streams to the API server, which gets the head before the first line', async () => {
    const answer = await ask(
      { path: `${path}?follow=true&tailLines=2&timestamps=true&previous=true&limitBytes=9` },
      apiServer,
    );
    expect(answer.statusCode).toBe(200);
    const [first] = (await once(answer, 'data')) as [Buffer];
    expect(first.toString()).toBe('first line\n');
    const [question] = asked;
    expect(question?.container).toEqual({ namespace: 'shop', pod: 'web', container: 'main' });
    expect(question?.options).toEqual({ follow: true, previous: true, timestamps: true, tailLines: 2, limitBytes: 9 });
    answer.destroy();
    await expect.poll(() => question?.signal.aborted).toBe(true);
  });

  test('accepts a time as seconds before now, or as a timestamp', async () => {
    await ask({ path: `${path}?sinceSeconds=60` }, apiServer);
    await ask({ path: `${path}?sinceTime=2026-01-01T00:00:00Z` }, apiServer);
    expect(asked.map(({ options }) => options.since)).toEqual([clock.now() - 60_000, Date.parse('2026-01-01')]);
  });

  test.each(['?tailLines=-1', '?tailLines=many', '?sinceTime=soon', '?limitBytes=1e9'])('rejects %s', async (query) => {
    const answer = await ask({ path: path + query }, apiServer);
    expect([answer.statusCode, await text(answer)]).toEqual([400, expect.stringContaining('invalid')]);
    expect(asked).toEqual([]);
  });

  test.each(['/', '/containerLogs/shop/web', '/containerLogs/a/b/c/d', '/exec/shop/web/main', '/logs/', '/metrics'])(
    'answers 404 to %s',
    async (path) => {
      expect((await ask({ path }, apiServer)).statusCode).toBe(404);
    },
  );

  test('does not decode a name into another path', async () => {
    await ask({ path: '/containerLogs/shop/web/..%2F..%2Fetc%2Fpasswd' }, apiServer);
    expect(asked[0]?.container.container).toBe('../../etc/passwd');
  });

  test('rejects with the message of its host', async () => {
    rejection = new KubeletRejection('container "main" in pod "web" is waiting to start: ContainerCreating');
    const answer = await ask({}, apiServer);
    expect([answer.statusCode, await text(answer)]).toEqual([400, rejection.message]);
  });

  test('rejects an upgrade like any other request: other clients, other paths, rejection by its host', async () => {
    const headers = { connection: 'upgrade', upgrade: 'SPDY/3.1', 'x-stream-protocol-version': 'portforward.k8s.io' };
    const forward = { method: 'POST', path: '/portForward/shop/web', headers };
    for (const [client, status, words] of [
      [undefined, 401, 'Unauthorized'],
      [other, 403, 'only the API server'],
      [apiServer, 400, 'pod "web" is simulated: no process runs for it, so the Pod does not have open ports'],
    ] as const) {
      const answer = await ask(forward, client);
      expect([answer.statusCode, await text(answer)]).toEqual([status, expect.stringContaining(words)]);
    }
    expect((await ask({ ...forward, path: '/portForward/shop' }, apiServer)).statusCode).toBe(404);
  });

  test.each([
    ['exec', 'kubectl exec and cp are not supported'],
    ['attach', 'kubectl attach is not supported'],
  ])('rejects %s and suggests an alternative', async (what, words) => {
    const headers = { connection: 'upgrade', upgrade: 'SPDY/3.1' };
    const answer = await ask({ method: 'POST', path: `/${what}/shop/web/main?command=id`, headers }, apiServer);
    expect(answer.statusCode).toBe(400);
    expect(await text(answer)).toMatch(new RegExp(`^${words}: .* Use kubectl logs and port-forward`));
  });

  test('stops even if a client keeps its connection', async () => {
    const sockets = [connect({ port: kubelet.port, host: '127.0.0.1', allowHalfOpen: true })];
    const headers = { connection: 'upgrade', upgrade: 'other' };
    const refused = await ask({ headers, path: '/exec/shop/web/main' }, apiServer);
    sockets.push(refused.socket);
    await kubelet[Symbol.asyncDispose]();
    for (const socket of sockets) socket.destroy();
  });

  test('ends requests in progress when it stops', async () => {
    const answer = await ask({}, apiServer);
    await once(answer, 'data');
    await kubelet[Symbol.asyncDispose]();
    await expect(text(answer)).rejects.toThrow('aborted');
    expect(asked[0]?.signal.aborted).toBe(true);
    await expect(ask({}, apiServer)).rejects.toThrow('ECONNREFUSED');
  });
});
