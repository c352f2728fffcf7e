import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { answerText, type Reviewed, type Reviews } from '../../admission/index.ts';
import { type Logger, catchFailure } from '../../base/index.ts';
import { sendAnswer } from '../http/endpoint.ts';
import { createLimitedServer, type ServerLimits, type Tls } from '../http/limited-server.ts';
import { listenAt, type ListenAddress } from '../http/listen-at.ts';

interface WebhookServerOptions extends Pick<ListenAddress, 'address' | 'port'> {
  readonly reviews: Reviews;
  readonly tls: Tls;
  readonly logger: Logger;
  /**
   * After it aborts, each response closes its connection, so that clients leave before idle connections are closed.
   * Otherwise a client could not know whether the server has read a request that it just sent.
   */
  readonly stop: AbortSignal;
}

/** Serves the webhooks of a process. */
export interface WebhookServer {
  readonly port: number;
  /** Accepts no more connections. Resolves once all pending requests are answered. */
  drain(): Promise<void>;
  /** Closes every connection. */
  close(): Promise<void>;
}

/**
 * Limits of the webhook server. An API server sends all its reviews from one address, and keeps idle connections for 90
 * s: with a shorter time here, a connection could close during a review.
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

/** Maximum size of a body in bytes: a review contains an object twice, each with at most 3 MiB. */
const bodyAtMost = 7 * 2 ** 20;

/**
 * Serves reviews over TLS. Guarantees: reads at most 7 MiB of a body into memory; a failed review does not affect
 * others. Errors: `SETTINGS_INVALID` if the server cannot listen.
 */
export async function startWebhookServer(options: WebhookServerOptions): Promise<WebhookServer> {
  const { reviews, address, port, tls, logger, stop } = options;
  const openResponses = new Set<ServerResponse>();
  let isDraining = false;
  const limited = createLimitedServer(limits, tls, (request, response) => {
    openResponses.add(response);
    response.once('close', () => openResponses.delete(response));
    const answered = answerRequest(reviews, request).then((answer) => {
      const headers = { connection: 'close' };
      sendAnswer({ ...answer, ...((isDraining || stop.aborted) && { headers }) }, request, response);
    });
    catchFailure(answered, (error) => {
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
      await Promise.all(
        [...openResponses].map((response) => new Promise((resolve) => response.once('close', resolve))),
      );
    },
    close: () => limited.close(),
  };
}

async function answerRequest(reviews: Reviews, request: IncomingMessage): Promise<Reviewed> {
  if (request.method !== 'POST') return answerText(405, 'send an AdmissionReview with POST');
  const url = URL.parse(request.url ?? '', 'https://localhost');
  if (url === null) return answerText(404, 'unknown webhook');
  const body = await readBody(request);
  if (body === undefined) return answerText(413, 'the review is too large');
  return reviews({ path: url.pathname, query: url.searchParams, body });
}

/** Reads the body of a request; `undefined` if it is too large. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Reads the body to its end, even if it is too large: otherwise the client would not read the response.
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= bodyAtMost) chunks.push(chunk);
  }
  return size > bodyAtMost ? undefined : Buffer.concat(chunks).toString('utf8');
}
