import { getEventListeners, once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';

import { afterEach, describe, expect, it, vi } from 'vitest';

import { systemClock } from '../base/index.ts';
import { type Credentials, createFixedCredentials, type Identity } from './credentials/index.ts';
import { createHttpTransport, type HttpTransportOptions } from './http-transport.ts';
import { AnswerTooLarge, type ApiRequest, type CallRecord, type Transport } from './transport.ts';

const open: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()));
});

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

type TransportOptions = Partial<HttpTransportOptions> &
  Partial<Identity> & { rotation?: Pick<Credentials, 'current' | 'renew'> };

function rotate({ rotation }: TransportOptions, credentials: Credentials): Partial<HttpTransportOptions> {
  return rotation === undefined ? {} : { credentials: { ...credentials, ...rotation } };
}

function createTransport(server: string, options: TransportOptions = {}): Transport {
  const { headers, tls, ...rest } = options;
  const credentials = createFixedCredentials(server, { ...(headers && { headers }), ...(tls && { tls }) });
  const transport = createHttpTransport({ clock: systemClock, credentials, ...rest, ...rotate(options, credentials) });
  open.push(() => transport.close());
  return transport;
}

async function serve(listener: RequestListener, options: TransportOptions & { path?: string } = {}) {
  const server = createServer(listener);
  let sockets = 0;
  server.on('connection', () => (sockets += 1));
  const port = await listen(server);
  const transport = createTransport(`http://127.0.0.1:${String(port)}${options.path ?? ''}`, options);
  return { transport, port, server, sockets: () => sockets };
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

async function collectLines(lines: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

const get: ApiRequest = { method: 'GET', path: '/api/v1/pods' };

describe('call', () => {
  it('appends the path to the server’s URL', async () => {
    const seen: unknown[] = [];
    const { transport } = await serve(
      (request, response) => {
        const { method, url, headers } = request;
        const { accept, authorization, 'content-type': type, 'user-agent': agent } = headers;
        void readBody(request).then((body) => {
          seen.push({ method, url, accept, authorization, type, agent, body });
          answer(response, 200, {});
        });
      },
      { path: '/k8s/clusters/c1/', headers: { authorization: 'Bearer t' }, userAgent: 'me/1' },
    );
    await transport.call({ ...get, query: { watch: true, limit: undefined } });
    await transport.call({
      method: 'PATCH',
      path: '/a',
      body: { b: 'ü' },
      contentType: 'application/apply-patch+yaml',
    });
    await transport.call({ method: 'POST', path: '/a', body: [] });
    const common = { accept: 'application/json', authorization: 'Bearer t', agent: 'me/1' };
    expect(seen).toEqual([
      { ...common, method: 'GET', url: '/k8s/clusters/c1/api/v1/pods?watch=true', type: undefined, body: '' },
      {
        ...common,
        method: 'PATCH',
        url: '/k8s/clusters/c1/a',
        type: 'application/apply-patch+yaml',
        body: '{"b":"ü"}',
      },
      { ...common, method: 'POST', url: '/k8s/clusters/c1/a', type: 'application/json', body: '[]' },
    ]);
  });

  it('sends JSON that YAML parses identically, character by character', async () => {
    const seen: string[] = [];
    const { transport } = await serve((request, response) => {
      void readBody(request).then((body) => {
        seen.push(body);
        answer(response, 200, {});
      });
    });
    const text = 'ü🚀\n\u007f\u0085\u009f\u2028\u2029\ufeff\ufffe\uffff';
    await transport.call({ method: 'POST', path: '/a', body: text });
    expect(seen).toEqual([String.raw`"ü🚀\n\u007f\u0085\u009f\u2028\u2029\ufeff\ufffe\uffff"`]);
    expect(JSON.parse(seen[0] ?? '')).toBe(text);
  });

  it('resolves with every response, parsed if it is JSON', async () => {
    const { transport } = await serve((request, response) => {
      if (request.url === '/json') answer(response, 201, { kind: 'Pod' });
      else answer(response, 503, 'busy');
    });
    await expect(transport.call({ method: 'GET', path: '/json' })).resolves.toEqual({
      status: 201,
      body: { kind: 'Pod' },
    });
    await expect(transport.call(get)).resolves.toEqual({ status: 503, body: 'busy' });
  });

  it('returns the requested retry delay, from a header if the body is not a Status', async () => {
    const { transport } = await serve((request, response) => {
      if (request.url !== '/now') response.setHeader('retry-after', request.url === '/odd' ? 'soon' : '2');
      answer(response, 429, 'Too many requests, please try again later.');
    });
    await expect(transport.call(get)).resolves.toMatchObject({ status: 429, retryAfterMs: 2000 });
    await expect(transport.stream(get)).resolves.toMatchObject({ status: 429, retryAfterMs: 2000 });
    await expect(transport.call({ method: 'GET', path: '/odd' })).resolves.not.toHaveProperty('retryAfterMs');
    await expect(transport.call({ method: 'GET', path: '/now' })).resolves.not.toHaveProperty('retryAfterMs');
  });

  it('rejects only without a response', async () => {
    const { transport, server } = await serve((request) => request.socket.destroy());
    await expect(transport.call(get)).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' });
    server.closeAllConnections();
    server.close();
    await expect(transport.call(get)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('stops at once when its signal aborts', async () => {
    const controller = new AbortController();
    const reason = new Error('stop');
    const { transport } = await serve(() => {
      controller.abort(reason);
    });
    await expect(transport.call({ ...get, signal: controller.signal })).rejects.toBe(reason);
    await expect(transport.call({ ...get, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it('rejects if the server does not respond in time', async () => {
    const { transport } = await serve(() => undefined, { timeoutMs: 50 });
    await expect(transport.call(get)).rejects.toMatchObject({ code: 'UND_ERR_HEADERS_TIMEOUT' });
  });
});

/** Creates credentials whose identity changes after a rejection. */
function createRotation() {
  let identity: Identity = { headers: { authorization: 'old' }, tls: {} };
  return {
    rotation: {
      current: async () => identity,
      renew: () => void (identity = { ...identity, headers: { authorization: 'new' } }),
    },
  };
}

describe('a 401', () => {
  it('is returned at once without another identity', async () => {
    let requests = 0;
    const { transport } = await serve((_, response) => {
      requests += 1;
      answer(response, 401, 'Unauthorized');
    });
    await expect(transport.call(get)).resolves.toEqual({ status: 401, body: 'Unauthorized' });
    expect(requests).toBe(1);
  });

  it('is retried once with fresh headers', async () => {
    const tokens: unknown[] = [];
    const { transport } = await serve((request, response) => {
      tokens.push(request.headers.authorization);
      answer(response, request.headers.authorization === 'new' ? 200 : 401, { ok: true });
    }, createRotation());
    await expect(transport.call(get)).resolves.toEqual({ status: 200, body: { ok: true } });
    expect(tokens).toEqual(['old', 'new']);
  });

  it('releases its connection, even if its body is large', async () => {
    const { transport } = await serve(
      (request, response) => {
        const isFresh = request.headers.authorization === 'new';
        answer(response, isFresh ? 200 : 401, isFresh ? {} : 'x'.repeat(100_000));
      },
      { ...createRotation(), connections: 1 },
    );
    await expect(transport.call(get)).resolves.toMatchObject({ status: 200 });
  });

  it('is returned on its second occurrence', async () => {
    let requests = 0;
    const { transport } = await serve((_, response) => {
      requests += 1;
      answer(response, 401, 'Unauthorized');
    }, createRotation());
    await expect(transport.call(get)).resolves.toEqual({ status: 401, body: 'Unauthorized' });
    expect(requests).toBe(2);
  });

  it('of a watch is retried once', async () => {
    const { transport } = await serve((request, response) => {
      if (request.headers.authorization === 'new') answer(response, 200, '{"type":"BOOKMARK"}\n');
      else answer(response, 401, 'Unauthorized');
    }, createRotation());
    const { status, lines } = await transport.stream(get);
    expect(status).toBe(200);
    await expect(collectLines(lines)).resolves.toEqual(['{"type":"BOOKMARK"}']);
  });
});

describe('sockets', () => {
  // id: fault-11
  it('stay within the configured limit during many calls', async () => {
    const waiting: ServerResponse[] = [];
    const { transport, sockets } = await serve(
      (_, response) => {
        waiting.push(response);
        if (waiting.length === 3) for (const each of waiting.splice(0)) answer(each, 200, {});
      },
      { connections: 3 },
    );
    await Promise.all(Array.from({ length: 60 }, () => transport.call(get)));
    expect(sockets()).toBe(3);
  });

  it('serve either one watch or calls', async () => {
    const { transport, sockets } = await serve(
      (request, response) => {
        if (request.url === '/watch') response.writeHead(200).flushHeaders();
        else answer(response, 200, {});
      },
      { connections: 1 },
    );
    const watches = [1, 2, 3].map(() => transport.stream({ ...get, path: '/watch' }));
    await Promise.all([...watches, transport.call(get), transport.call(get)]);
    expect(sockets()).toBe(4);
  });

  it('of ended watches are reused by new watches', async () => {
    const { transport, sockets } = await serve((_, response) => void response.end('{}\n'));
    for (let ended = 0; ended < 5; ended += 1) await collectLines((await transport.stream(get)).lines);
    expect(sockets()).toBe(1);
  });
});

describe('a hundred streams that end, break or are aborted, with concurrent calls', () => {
  // id: fault-16
  it('leave as many sockets, handles and listeners as one of each', async () => {
    const ends: ((response: ServerResponse) => void)[] = [
      (response) => response.end('{}\n'),
      (response) => response.destroy(),
      () => undefined,
    ];
    let count = 0;
    const { transport, server } = await serve((request, response) => {
      if (request.url?.includes('watch') !== true) {
        answer(response, 200, {});
        return;
      }
      response.write('{}\n', () => ends[count % ends.length]?.(response));
    });
    const { signal } = new AbortController();
    const streamOnce = async (): Promise<void> => {
      count += 1;
      const own = new AbortController();
      const watch = { ...get, query: { watch: 'true' } };
      const { lines } = await transport.stream({ ...watch, signal: count % 3 === 2 ? own.signal : signal });
      const read = collectLines(lines).catch(() => undefined);
      if (count % 3 === 2) own.abort();
      await Promise.all([read, transport.call({ ...get, signal })]);
    };
    const connections = promisify<number>((done) => server.getConnections(done));
    const left = async (): Promise<unknown> => {
      // Counts sockets that are open for reuse: only the server's ends of them keep the process alive. Both ends of all
      // others close later.
      const sockets = () => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;
      await vi.waitFor(async () => expect([await connections(), sockets()]).toEqual([2, 2]));
      return getEventListeners(signal, 'abort').length;
    };
    for (let each = 0; each < 3; each += 1) await streamOnce();
    const before = await left();

    for (let each = 0; each < 99; each += 1) await streamOnce();

    expect(await left()).toEqual(before);
  });
});

describe('stream', () => {
  it('yields lines as they arrive, and ends with the response', async () => {
    const { promise: first, resolve: goOn } = Promise.withResolvers<undefined>();
    const { transport } = await serve((_, response) => {
      response.write('{"n":1}\n{"n":');
      void first.then(() => response.end('2}\n{"cut'));
    });
    const { lines, status } = await transport.stream(get);
    const iterator = lines[Symbol.asyncIterator]();
    expect([status, await iterator.next()]).toEqual([200, { done: false, value: '{"n":1}' }]);
    goOn(undefined);
    expect(await iterator.next()).toEqual({ done: false, value: '{"n":2}' });
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
  });

  it('returns the parsed body of a rejection, without lines', async () => {
    const { transport } = await serve((_, response) => answer(response, 410, { kind: 'Status', code: 410 }));
    const { status, rejection, lines } = await transport.stream(get);
    expect({ status, rejection }).toEqual({ status: 410, rejection: { kind: 'Status', code: 410 } });
    await expect(collectLines(lines)).resolves.toEqual([]);
  });

  it('throws when the connection breaks', async () => {
    const { transport } = await serve((_, response) => {
      response.write('{"n":1}\n', () => response.destroy());
    });
    const { lines } = await transport.stream(get);
    await expect(collectLines(lines)).rejects.toThrow();
  });

  it('stops at once when its signal aborts, and closes its socket', async () => {
    const controller = new AbortController();
    const { promise: closed, resolve: close } = Promise.withResolvers<undefined>();
    const { transport } = await serve((request, response) => {
      request.socket.on('close', () => close(undefined));
      response.write('{"n":1}\n');
    });
    const { lines } = await transport.stream({ ...get, signal: controller.signal });
    const iterator = lines[Symbol.asyncIterator]();
    await iterator.next();
    const next = iterator.next();
    const reason = new Error('stop');
    controller.abort(reason);
    await expect(next).rejects.toBe(reason);
    await closed;
  });

  it('can be silent for longer than a call', async () => {
    const { promise: callEnded, resolve: endCall } = Promise.withResolvers<undefined>();
    const { transport } = await serve(
      (request, response) => {
        response.write('\n');
        if (request.url === '/watch') void callEnded.then(() => response.end('{"n":1}\n'));
      },
      { timeoutMs: 50 },
    );
    const { lines } = await transport.stream({ method: 'GET', path: '/watch' });
    await expect(transport.call(get)).rejects.toMatchObject({ code: 'UND_ERR_BODY_TIMEOUT' });
    endCall(undefined);
    await expect(collectLines(lines)).resolves.toEqual(['{"n":1}']);
  });
});

describe('onCall', () => {
  it('gets method, code, host and duration of each request', async () => {
    const records: CallRecord[] = [];
    let now = 0;
    const clock = { ...systemClock, monotonic: () => (now += 5) };
    const { transport, port, server } = await serve((_, response) => answer(response, 404, {}), {
      clock,
      onCall: (record) => records.push(record),
    });
    await transport.call(get);
    await transport.stream(get);
    server.closeAllConnections();
    server.close();
    await expect(transport.call({ ...get, method: 'DELETE' })).rejects.toThrow();
    const host = `127.0.0.1:${String(port)}`;
    expect(records).toEqual([
      { method: 'GET', code: '404', host, durationMs: 5, requestBytes: 0 },
      { method: 'GET', code: '404', host, durationMs: 5, requestBytes: 0 },
      { method: 'DELETE', code: '<error>', host, durationMs: 5, requestBytes: 0 },
    ]);
  });

  it('gets the number of bytes sent', async () => {
    const records: CallRecord[] = [];
    const received: number[] = [];
    const { transport } = await serve(
      (request, response) => {
        void readBody(request).then((body) => {
          received.push(Buffer.byteLength(body));
          answer(response, 200, {});
        });
      },
      { onCall: (record) => records.push(record) },
    );
    await transport.call({ method: 'POST', path: '/a', body: { text: 'ü🚀\u2028' } });
    expect(records.map(({ requestBytes }) => requestBytes)).toEqual(received);
  });
});

describe('onAnswer', () => {
  it('gets the size of each response body, even without a Content-Length', async () => {
    const sizes: unknown[] = [];
    const body = JSON.stringify({ text: 'ü'.repeat(500) });
    const { transport, port } = await serve(
      (request, response) => {
        if (request.url === '/known') response.setHeader('content-length', Buffer.byteLength(body));
        response.write(body);
        response.end();
      },
      { onAnswer: (record) => sizes.push(record) },
    );
    await transport.call({ method: 'GET', path: '/known' });
    await transport.call({ method: 'GET', path: '/chunked' });
    const record = { method: 'GET', host: `127.0.0.1:${String(port)}`, responseBytes: Buffer.byteLength(body) };
    expect(sizes).toEqual([record, record]);
  });

  it('gets the number of bytes read if a response exceeds its limit', async () => {
    const sizes: number[] = [];
    const { transport } = await serve((_, response) => answer(response, 200, 'x'.repeat(500)), {
      onAnswer: ({ responseBytes }) => sizes.push(responseBytes),
    });
    await expect(transport.call({ ...get, atMostBytes: 99 })).rejects.toBeInstanceOf(AnswerTooLarge);
    expect(sizes).toEqual([500]);
  });
});

describe('onRetry', () => {
  it('gets only calls that are resent with another token', async () => {
    const retries: unknown[] = [];
    const { transport, port } = await serve(
      (request, response) => answer(response, request.url === '/401' ? 401 : 500, {}),
      { onRetry: (record) => retries.push(record), ...createRotation() },
    );
    await transport.call({ method: 'GET', path: '/401' });
    await transport.call({ method: 'GET', path: '/500' });
    expect(retries).toEqual([{ method: 'GET', code: '401', host: `127.0.0.1:${String(port)}` }]);
  });
});

describe('a response that exceeds its limit', () => {
  // id: fault-17
  it('is not read to its end, and its connection is not reused', async () => {
    const chunk = Buffer.alloc(64 * 1024, ' ');
    let sent = 0;
    const ended = Promise.withResolvers<undefined>();
    const { transport } = await serve((_, response) => {
      response.on('close', () => ended.resolve(undefined));
      const more = (): void => {
        if (response.destroyed) return;
        sent += chunk.length;
        response.write(chunk, more);
      };
      more();
    });

    await expect(transport.call({ ...get, atMostBytes: 1_000_000 })).rejects.toBeInstanceOf(AnswerTooLarge);

    await ended.promise;
    expect(sent).toBeLessThan(50_000_000);
  });

  it('is returned up to exactly the limit; rejections have no limit', async () => {
    const { transport } = await serve((request, response) => {
      answer(response, request.url === '/refused' ? 403 : 200, 'é'.repeat(50));
    });
    await expect(transport.call({ ...get, atMostBytes: 100 })).resolves.toEqual({ status: 200, body: 'é'.repeat(50) });
    await expect(transport.call({ ...get, atMostBytes: 99 })).rejects.toThrow('at most 99 bytes');
    await expect(transport.call({ ...get, path: '/refused', atMostBytes: 1 })).resolves.toMatchObject({ status: 403 });
  });
});

describe('close', () => {
  it('aborts open calls and streams, and rejects later ones', async () => {
    const { transport } = await serve((_, response) => response.writeHead(200).flushHeaders());
    const { lines } = await transport.stream(get);
    const refused = expect(collectLines(lines)).rejects.toThrow();
    await transport.close();
    await refused;
    await expect(transport.call(get)).rejects.toMatchObject({ code: 'UND_ERR_DESTROYED' });
  });
});
