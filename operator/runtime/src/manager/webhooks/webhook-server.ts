import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { plainly, type Reviewed, type Reviews } from '../../admission/index.ts';
import { type Logger, unattended } from '../../base/index.ts';
import { sendAnswer } from '../http/endpoint.ts';
import { limitedServer, type ServerLimits, type Tls } from '../http/limited-server.ts';
import { listenAt, type Place } from '../http/listen-at.ts';

interface WebhookServerOptions extends Pick<Place, 'address' | 'port'> {
  readonly reviews: Reviews;
  readonly tls: Tls;
  readonly logger: Logger;
  /**
   * Once it aborts, each answer ends its connection. A client that keeps idle connections so goes elsewhere before they
   * are closed: it could not know whether a request that it sends just then was read.
   */
  readonly stop: AbortSignal;
}

/** Serves the webhooks of a process. */
export interface WebhookServer {
  readonly port: number;
  /** Accepts no more connections; resolves once all requests that are under way are answered. */
  drain(): Promise<void>;
  /** Ends every connection. */
  close(): Promise<void>;
}

/**
 * An API server sends all its reviews from one address, and keeps idle connections for 90 s: a shorter time here would
 * close one while a review is on its way.
 */
const limits: ServerLimits = {
  headersTimeout: 5_000,
  requestTimeout: 35_000,
  keepAliveTimeout: 120_000,
  silence: 150_000,
  maxHeaderSize: 16_384,
  connections: 1_024,
  connectionsOfPeer: 512,
};

/** A review has an object twice, each of which has 3 MiB at most. */
const bodyAtMost = 7 * 2 ** 20;

/**
 * Serves reviews over TLS. Errors: `SETTINGS_INVALID` if it cannot listen.
 *
 * Guarantees: at most 7 MiB of a body are kept; a review that fails ends no other.
 */
export async function startWebhookServer(options: WebhookServerOptions): Promise<WebhookServer> {
  const { reviews, address, port, tls, logger, stop } = options;
  const underWay = new Set<ServerResponse>();
  let isDraining = false;
  const limited = limitedServer(limits, tls, (request, response) => {
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
    const answered = answerOf(reviews, request).then((answer) => {
      const headers = { connection: 'close' };
      sendAnswer({ ...answer, ...((isDraining || stop.aborted) && { headers }) }, request, response);
    });
    unattended(answered, (error) => {
      logger.error(error, 'answering a review failed');
      response.destroy();
    });
  });
  const { server } = limited;
  await listenAt(limited, { address, port, purpose: 'webhooks' }, logger);
  return {
    port: (server.address() as AddressInfo).port,
    async drain() {
      isDraining = true;
      server.close();
      await Promise.all([...underWay].map((response) => new Promise((resolve) => response.once('close', resolve))));
    },
    close: () => limited.close(),
  };
}

async function answerOf(reviews: Reviews, request: IncomingMessage): Promise<Reviewed> {
  if (request.method !== 'POST') return plainly(405, 'send an AdmissionReview by POST');
  const url = URL.parse(request.url ?? '', 'https://localhost');
  if (url === null) return plainly(404, 'there is no such webhook');
  const body = await bodyOf(request);
  if (body === undefined) return plainly(413, 'the review is too large');
  return reviews({ path: url.pathname, query: url.searchParams, body });
}

/** `undefined` if it is too large. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Read to its end in any case: who sends it would otherwise not read the answer.
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= bodyAtMost) chunks.push(chunk);
  }
  return size > bodyAtMost ? undefined : Buffer.concat(chunks).toString('utf8');
}
