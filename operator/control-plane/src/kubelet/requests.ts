import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { combineSignals, getMessage } from '@kubewright/runtime/internal/base';

import {
  type ContainerName,
  type LogOptions,
  type PodName,
  KubeletRejection,
  type KubeletOptions,
} from './kubelet-host.ts';

/** Parses path and query of a request. */
export function parseUrl({ url = '/' }: IncomingMessage): URL {
  return new URL(url, 'https://kubelet');
}

/** Parses `/containerLogs/<namespace>/<pod>/<container>`. Throws: a `KubeletRejection` for any other path. */
function parseLogPath(path: string): ContainerName {
  const [what, namespace, pod, container, ...more] = splitPath(path);
  if (what === 'containerLogs' && namespace !== undefined && pod !== undefined && container !== undefined) {
    if (more.length === 0) return { namespace, pod, container };
  }
  throw new KubeletRejection('page not found', 404);
}

/** Parses `/portForward/<namespace>/<pod>`. Throws: a `KubeletRejection` for any other path. */
export function parseForwardPath(path: string): PodName {
  const [what = '', namespace, pod, ...more] = splitPath(path);
  if (what !== 'portForward') throw new KubeletRejection(formatUnsupported(what));
  if (namespace === undefined || pod === undefined || more.length > 0)
    throw new KubeletRejection('page not found', 404);
  return { namespace, pod };
}

/** The message for an unsupported request, with an alternative. */
function formatUnsupported(what: string): string {
  const name = what === 'exec' ? 'kubectl exec and cp are' : `kubectl ${what} is`;
  return (
    `${name} not supported: Pods of this cluster are processes on your machine. ` +
    'Use kubectl logs and port-forward, a command in the Pod itself, or the files of its volumes'
  );
}

/**
 * Parses log options from the query of the API server's request.
 *
 * Throws: a `KubeletRejection` for an invalid number or time.
 */
function parseLogOptions(query: URLSearchParams, now: number): LogOptions {
  const tailLines = parseCount(query, 'tailLines');
  const limitBytes = parseCount(query, 'limitBytes');
  const since = parseSince(query, now);
  return {
    follow: query.get('follow') === 'true',
    previous: query.get('previous') === 'true',
    timestamps: query.get('timestamps') === 'true',
    ...(tailLines !== undefined && { tailLines }),
    ...(since !== undefined && { since }),
    ...(limitBytes !== undefined && { limitBytes }),
  };
}

function parseSince(query: URLSearchParams, now: number): number | undefined {
  const seconds = parseCount(query, 'sinceSeconds');
  if (seconds !== undefined) return now - seconds * 1000;
  const text = query.get('sinceTime');
  if (text === null) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new KubeletRejection(`invalid sinceTime ${JSON.stringify(text)}`);
  return time;
}

function parseCount(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new KubeletRejection(`invalid ${name} ${JSON.stringify(text)}`);
  return Number(text);
}

function splitPath(path: string): string[] {
  return path.split('/').slice(1).map(decodeURIComponent);
}

export interface AnswerOptions extends KubeletOptions {
  /** Aborts when the server stops. */
  readonly stopping: AbortSignal;
}

/** Answers a request of the API server, except for an upgrade. Never rejects. */
export async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  options: AnswerOptions,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  try {
    await logs(request, response, { ...options, signal: combineSignals(gone.signal, options.stopping) });
  } catch (error) {
    if (gone.signal.aborted) return;
    if (!(error instanceof KubeletRejection))
      options.logger.warn('failed to answer a request', { why: getMessage(error) });
    if (response.headersSent) response.destroy();
    else sendRejection(response, error);
  }
}

async function logs(
  request: IncomingMessage,
  response: ServerResponse,
  { host, clock, signal }: AnswerOptions & { readonly signal: AbortSignal },
): Promise<void> {
  const url = parseUrl(request);
  const container = parseLogPath(url.pathname);
  if (request.method !== 'GET') throw new KubeletRejection('page not found', 404);
  const text = await host.logs(container, parseLogOptions(url.searchParams, clock.now()), signal);
  response.writeHead(200, { 'content-type': 'text/plain' });
  // Sends the headers at once, because a client that follows a log waits for them before the first line.
  response.flushHeaders();
  await pipeline(Readable.from(text, { objectMode: false }), response, { signal });
}

function sendRejection(response: ServerResponse, error: unknown): void {
  const status = error instanceof KubeletRejection ? error.status : 500;
  response.writeHead(status, { 'content-type': 'text/plain' }).end(getMessage(error));
}
