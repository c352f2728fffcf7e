import { readFile } from 'node:fs/promises';
import { Agent, request, type Dispatcher } from 'undici';

import type { CertificateFiles } from './pki/pki.ts';

/** A minimal client for the servers of a control plane. It verifies TLS and uses a client certificate. */
export interface ServerClient extends AsyncDisposable {
  /** Sends a request with `body` as JSON. Rejects without a response within `timeoutMs`. */
  call(url: string, options?: CallOptions): Promise<ServerAnswer>;
}

export interface CallOptions {
  /** The HTTP method. @default 'GET' */
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly body?: unknown;
  /** The media type of the body. @default 'application/json' */
  readonly contentType?: string;
}

export interface ServerAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * Timeout in milliseconds. Long, because responses are slow on a machine that runs a whole test suite; a stopped server
 * fails at once anyway.
 */
const timeoutMs = 15_000;

export async function openServerClient(ca: CertificateFiles, client: CertificateFiles): Promise<ServerClient> {
  const [trusted, cert, key] = await Promise.all(
    [ca.certificate, client.certificate, client.key].map((path) => readFile(path, 'utf8')),
  );
  const dispatcher = new Agent({ connect: { ca: trusted ?? [], cert, key, timeout: timeoutMs } });
  return {
    call: (url, options) => call(dispatcher, url, options),
    [Symbol.asyncDispose]: () => dispatcher.destroy(),
  };
}

async function call(dispatcher: Dispatcher, url: string, options: CallOptions = {}): Promise<ServerAnswer> {
  const { method = 'GET', body, contentType = 'application/json' } = options;
  const { statusCode, body: answer } = await request(url, {
    dispatcher,
    method,
    headers: { 'content-type': contentType, 'user-agent': 'kubewright-control-plane' },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: statusCode, text: await answer.text() };
}
