import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves lists of generated objects. */
export interface PagingServer extends AsyncDisposable {
  readonly port: number;
  /** The query of each list, in order. */
  readonly lists: readonly string[];
  /** Bytes of all answers so far. */
  readonly sentBytes: number;
}

export interface PagingServerOptions {
  readonly objects: number;
  /** Size of the JSON of one object. */
  readonly bytes: number;
}

/**
 * Serves ConfigMaps in pages as the contract says that an API server does (`operator/testing/src/contract/list-cases.ts`):
 * without a resource version with `limit`, `continue` and `remainingItemCount`; from "0" in one answer whatever the limit.
 */
export async function startPagingServer({ objects, bytes }: PagingServerOptions): Promise<PagingServer> {
  const lists: string[] = [];
  let sentBytes = 0;
  const write = async (response: ServerResponse, text: string): Promise<void> => {
    sentBytes += text.length;
    // Resolves once it is sent, or can no longer be sent.
    await new Promise<void>((sent) => {
      response.write(text, () => {
        sent();
      });
    });
  };
  const list = async (response: ServerResponse, query: URLSearchParams): Promise<void> => {
    const begin = Number(query.get('continue') ?? 0);
    const isWhole = query.get('resourceVersion') === '0' || !query.has('limit');
    const end = isWhole ? objects : Math.min(objects, begin + Number(query.get('limit')));
    const more = end < objects ? { continue: String(end), remainingItemCount: objects - end } : {};
    const metadata = { resourceVersion: '1000000', ...more };
    const head = { kind: 'ConfigMapList', apiVersion: 'v1', metadata };
    response.setHeader('content-type', 'application/json');
    await write(response, `${JSON.stringify(head).slice(0, -1)},"items":[`);
    for (let at = begin; at < end && !response.destroyed; at += piece) {
      const texts = Array.from({ length: Math.min(piece, end - at) }, (_, index) => objectText(at + index, bytes));
      await write(response, (at === begin ? '' : ',') + texts.join(','));
    }
    response.end(']}');
  };
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost');
    // A watch without events.
    if (searchParams.has('watch')) {
      response.writeHead(200).flushHeaders();
      return;
    }
    lists.push(searchParams.toString());
    void list(response, searchParams);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    lists,
    get sentBytes() {
      return sentBytes;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Objects that are written at once. */
const piece = 100;

const filling = 'All work and no play makes a dull object. ';

function objectText(index: number, bytes: number): string {
  const metadata = {
    name: `object-${String(index)}`,
    namespace: `namespace-${String(index % 100)}`,
    uid: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    resourceVersion: String(index + 1),
    creationTimestamp: '2026-01-01T00:00:00Z',
    labels: { app: `app-${String(index % 1000)}` },
  };
  const empty = JSON.stringify({ metadata, data: { text: '' } });
  const text = `${String(index)} `.padEnd(bytes - empty.length, filling);
  return JSON.stringify({ metadata, data: { text } });
}
