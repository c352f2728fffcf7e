import type { TroubledServer } from './troubled-server.ts';

/** Does something to a server; `n` says to which object, or how much of it. */
type Trouble = (server: TroubledServer, n: number) => void;

const names = ['a', 'b', 'c', 'd', 'e'] as const;

/** The name of the nth of a few objects. */
export function nameOf(n: number): string {
  return names[n % names.length] ?? 'a';
}

/** What can happen to the objects of a server, to the server, and to its connections, by what it is. */
export const troubles: ReadonlyMap<string, Trouble> = new Map<string, Trouble>(
  Object.entries<Trouble>({
    'an object is made or changed': (server, n) => {
      server.history.put(nameOf(n));
      server.tell();
    },
    'an object changes many times': (server, n) => {
      for (let change = 0; change < 20; change += 1) server.history.put(nameOf(n));
      server.tell();
    },
    'an object is deleted': (server, n) => {
      server.history.remove(nameOf(n));
      server.tell();
    },
    'an object is deleted and made again': (server, n) => {
      server.history.remove(nameOf(n));
      server.history.put(nameOf(n));
      server.tell();
    },
    'an object leaves the selection': (server, n) => {
      server.history.leave(nameOf(n));
      server.tell();
    },
    'a bookmark': (server) => server.bookmark(),
    'a compaction': (server, n) => {
      server.expiresInStream = n % 2 === 0;
      server.compact();
    },
    'restored from a backup': (server, n) => server.restore(n, 'back'),
    'restored from a backup, with raised resource versions': (server, n) => {
      server.expiresInStream = n % 2 === 0;
      server.restore(n, 'raised');
    },
    'restored from a backup, with the same resource versions once more': (server, n) => server.restore(n, 'again'),
    'an end of all streams': (server) => {
      for (const stream of server.open) stream.close();
    },
    'a reset of all connections': (server) => {
      for (const stream of server.open) stream.break();
    },
    'a reset of the next streams, within a line': (server, n) => {
      server.cuts = Array.from({ length: 1 + (n % 3) }, () => ({ afterLines: n % 4 }));
    },
    'connections that are half open': (server) => {
      for (const stream of server.open) stream.silence();
    },
    'an error 410 in the streams': (server) => server.fail(410),
    'an error 429 in the streams': (server) => server.fail(429),
    'an error 500 in the streams': (server) => server.fail(500),
    'the next requests are answered with 500': (server, n) => {
      server.refusals = Array.from({ length: 1 + n }, () => ({ status: 500 }));
    },
    'the next requests are answered with 410': (server, n) => {
      server.refusals = Array.from({ length: 1 + (n % 4) }, () => ({ status: 410 }));
    },
    'the next requests are answered with 429 and a time to wait': (server, n) => {
      server.refusals = Array.from({ length: 1 + (n % 4) }, () => ({ status: 429, retryAfterSeconds: n }));
    },
    'the next connections are refused': (server, n) => {
      server.refusals = Array.from({ length: 1 + n }, () => ({ status: 0 }));
    },
    'answers become slow': (server, n) => {
      server.latencyMs = n * 100;
    },
    'lists of what is at hand lag behind': (server, n) => {
      server.lag = n;
    },
  }),
);
