import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { anySignal, messageOf } from '@kubewright/runtime/internal/base';

import { type ContainerName, type LogOptions, type PodName, Refusal, type KubeletOptions } from './kubelet-host.ts';

/** Only path and query of the URL are used. */
export function urlOf({ url = '/' }: IncomingMessage): URL {
  return new URL(url, 'https://kubelet');
}

/** `/containerLogs/<namespace>/<pod>/<container>`. Throws: a `Refusal`, for any other path. */
function loggedContainer(path: string): ContainerName {
  const [what, namespace, pod, container, ...more] = namesOf(path);
  if (what === 'containerLogs' && namespace !== undefined && pod !== undefined && container !== undefined) {
    if (more.length === 0) return { namespace, pod, container };
  }
  throw new Refusal('page not found', 404);
}

/** `/portForward/<namespace>/<pod>`. Throws: a `Refusal`, for any other path. */
export function forwardedPod(path: string): PodName {
  const [what = '', namespace, pod, ...more] = namesOf(path);
  if (what !== 'portForward') throw new Refusal(unsupported(what));
  if (namespace === undefined || pod === undefined || more.length > 0) throw new Refusal('page not found', 404);
  return { namespace, pod };
}

/** What to use instead of a request that this kubelet does not serve. */
function unsupported(what: string): string {
  const name = what === 'exec' ? 'kubectl exec and cp are' : `kubectl ${what} is`;
  return (
    `${name} not supported: Pods of this cluster are processes of your machine. ` +
    'Use kubectl logs and port-forward, a command in the Pod itself, or the files of its volumes'
  );
}

/**
 * The options of a log, from the query of the API server's request.
 *
 * Throws: a `Refusal`, for an invalid number or time.
 */
function logOptionsOf(query: URLSearchParams, now: number): LogOptions {
  const tailLines = count(query, 'tailLines');
  const limitBytes = count(query, 'limitBytes');
  const since = sinceOf(query, now);
  return {
    follow: query.get('follow') === 'true',
    previous: query.get('previous') === 'true',
    timestamps: query.get('timestamps') === 'true',
    ...(tailLines !== undefined && { tailLines }),
    ...(since !== undefined && { since }),
    ...(limitBytes !== undefined && { limitBytes }),
  };
}

function sinceOf(query: URLSearchParams, now: number): number | undefined {
  const seconds = count(query, 'sinceSeconds');
  if (seconds !== undefined) return now - seconds * 1000;
  const text = query.get('sinceTime');
  if (text === null) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new Refusal(`invalid sinceTime ${JSON.stringify(text)}`);
  return time;
}

function count(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new Refusal(`invalid ${name} ${JSON.stringify(text)}`);
  return Number(text);
}

function namesOf(path: string): string[] {
  return path.split('/').slice(1).map(decodeURIComponent);
}

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
