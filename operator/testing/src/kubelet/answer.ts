import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { anySignal, messageOf } from '@kubewright/runtime/internal/base';
import { type KubeletOptions, Refusal } from './kubelet-host.ts';
import { loggedContainer, logOptionsOf, urlOf } from './requests.ts';

export interface AnswerOptions extends KubeletOptions {
  /** Aborts when the server ends. */
  readonly stopping: AbortSignal;
}

/** Answers a request of the API server that is not an upgrade. Never rejects. */
export async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  options: AnswerOptions,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  try {
    await logs(request, response, { ...options, signal: anySignal(gone.signal, options.stopping) });
  } catch (error) {
    if (gone.signal.aborted) return;
    if (!(error instanceof Refusal)) options.logger.warn('request not answered', { why: messageOf(error) });
    if (response.headersSent) response.destroy();
    else refuse(response, error);
  }
}

async function logs(
  request: IncomingMessage,
  response: ServerResponse,
  { host, clock, signal }: AnswerOptions & { readonly signal: AbortSignal },
): Promise<void> {
  const url = urlOf(request);
  const container = loggedContainer(url.pathname);
  if (request.method !== 'GET') throw new Refusal('page not found', 404);
  const text = await host.logs(container, logOptionsOf(url.searchParams, clock.now()), signal);
  response.writeHead(200, { 'content-type': 'text/plain' });
  // A client that follows a log gets the headers before there is a line.
  response.flushHeaders();
  await pipeline(Readable.from(text, { objectMode: false }), response, { signal });
}

function refuse(response: ServerResponse, error: unknown): void {
  const status = error instanceof Refusal ? error.status : 500;
  response.writeHead(status, { 'content-type': 'text/plain' }).end(messageOf(error));
}
