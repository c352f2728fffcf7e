import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that answers lists of generated objects. */
export interface PagingServer extends AsyncDisposable {
  readonly port: number;
  /** The query string of each list request, in order. */
  readonly lists: readonly string[];
  /** The number of bytes in all responses so far. */
  readonly sentBytes: number;
}

export interface PagingServerOptions {
  readonly objects: number;
  /** The size of one object as JSON, in bytes. */
  readonly bytes: number;
}

/**
 * Serves ConfigMaps in pages as the contract of an API server requires (`test/contract/api-server/list-cases.ts`): a
 * list without a resource version obeys `limit` and `continue`, and returns `remainingItemCount`; a list from version
 * "0" is complete in one response, regardless of its limit.
 */
export async function startPagingServer({ objects, bytes }: PagingServerOptions): Promise<PagingServer> {
  const lists: string[] = [];
  let sentBytes = 0;
  const write = async (response: ServerResponse, text: string): Promise<void> => {
    sentBytes += text.length;
    // Resolves when the text is sent or the connection is closed.
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
      const texts = Array.from({ length: Math.min(piece, end - at) }, (_, index) => renderObject(at + index, bytes));
      await write(response, (at === begin ? '' : ',') + texts.join(','));
    }
    response.end(']}');
  };
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost');
    // A watch stays open without events.
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

/** Number of objects that are written to the connection at a time. */
const piece = 100;

const filling = 'All work and no play makes a dull object. ';

function renderObject(index: number, bytes: number): string {
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
