import { getEventListeners, once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

import { describe, expect, it } from 'vitest';

import type { Script } from '../../fixtures/scripted-resource.ts';
import { buildApiError, throwApiError, createScriptedWatch, sent } from '../../fixtures/scripted-watch.ts';
import { type Kind, type KubeObject, silentLogger, systemClock } from '../base/index.ts';
import { createClient, createFixedCredentials } from '../client/index.ts';
import { createHttpTransport } from '../client/http-transport.ts';
import { watchObjects } from './watch-objects.ts';

const kind: Kind = { group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', namespaced: true };

/** How every second stream ends; all other streams stay open. */
const ends: Readonly<Record<string, Script<KubeObject>>> = {
  'streams that serve their time': {},
  'streams that break': { watch: (stream) => stream.break(buildApiError(0)) },
  'streams that are refused': { watch: throwApiError(500) },
  'streams that expire': { watch: (stream) => stream.send(sent.error(410)) },
};

describe.each(Object.entries(ends))('a thousand reconnects after %s', (_, script) => {
  it('leave as many listeners, timers and requests as before', async () => {
    const { clock, context, scripted, stop } = createScriptedWatch({
      ...script,
      watch: (stream, attempt) => {
        if (attempt % 2 === 0) script.watch?.(stream, attempt);
      },
    });
    const done = watchObjects({ ...context, watchList: false, onEvent: () => undefined }, stop.signal);
    const open = () => ({
      listeners: getEventListeners(stop.signal, 'abort').length,
      timers: clock.timers,
      requests: scripted.open,
    });
    /** Counts open resources while a stream is open. */
    const whileWatching = async (): Promise<ReturnType<typeof open>> => {
      while (scripted.open !== 1) await clock.advance(1000);
      return open();
    };
    const before = await whileWatching();

    while (scripted.streams.length < 1000) await clock.advance(50_000);

    expect(await whileWatching()).toEqual(before);
    stop.abort();
    await done;
    expect(open()).toEqual({ listeners: 0, timers: 0, requests: 0 });
  });
});

describe('two hundred reconnects over HTTP', () => {
  it('leave one socket for watches, and no listener', async () => {
    const sockets = new Set<Socket>();
    let watches = 0;
    const server = createServer((request, response: ServerResponse) => {
      if (!(request.url ?? '').includes('watch=true')) {
        response.end(JSON.stringify({ metadata: { resourceVersion: '10' }, items: [] }));
        return;
      }
      watches += 1;
      response.writeHead(200, { 'content-type': 'application/json' });
      // Half of the streams end regularly, half break in the middle of a line.
      if (watches % 2 === 0) response.end();
      else response.write('{"type":"BOOK', () => response.destroy());
    });
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const credentials = createFixedCredentials(`http://127.0.0.1:${String(port)}`);
    const transport = createHttpTransport({ credentials, clock: systemClock });
    const stop = new AbortController();
    // Waits end at once, because they do not affect the counts.
    const clock = { ...systemClock, sleep: async () => undefined };
    let most = 0;
    const { promise: enough, resolve } = Promise.withResolvers<undefined>();
    const done = watchObjects(
      {
        resource: createClient(transport).resource(kind),
        selection: {},
        clock,
        logger: silentLogger,
        watchList: false,
        onFailure: () => {
          most = Math.max(most, getEventListeners(stop.signal, 'abort').length);
          if (watches >= 200) resolve(undefined);
        },
        onEvent: () => undefined,
      },
      stop.signal,
    );
    await enough;
    const { size } = sockets;
    stop.abort();
    await done;
    await transport.close();
    server.closeAllConnections();
    server.close();

    expect(most).toBeLessThanOrEqual(1);
    // One connection for watches, one for calls, and those whose end the server has not noticed yet.
    expect(size).toBeLessThanOrEqual(4);
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
  });
});
