import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent, request as sendTo } from 'node:https';
import type { AddressInfo } from 'node:net';

import { systemClock } from '../../operator/runtime/src/base/index.ts';
import { type Credentials, type Identity, loadCredentials } from '../../operator/runtime/src/client/index.ts';

/** A proxy between one operator and the API server that sees each request in plain text. */
export interface HttpProxy extends AsyncDisposable {
  /** The path of the kubeconfig that clients of the proxy use. */
  readonly kubeconfigPath: string;
}

export interface HttpProxyOptions {
  /** The kubeconfig with whose credentials the proxy forwards requests. */
  readonly kubeconfig: string;
  /** The path of the kubeconfig that the proxy writes; no such file may exist. */
  readonly path: string;
  /** Answers a request, usually with the response of the API server. If it rejects, the connection is closed. */
  readonly serve: (request: IncomingMessage, response: ServerResponse, upstream: Upstream) => Promise<void>;
}

/** Sends requests to the API server as the user of the kubeconfig. */
export interface Upstream {
  send(request: IncomingMessage, body: string): Promise<IncomingMessage>;
}

/** Starts a proxy on loopback. It accepts only requests with the token in the kubeconfig that it writes. */
export async function startHttpProxy({ kubeconfig, path, serve }: HttpProxyOptions): Promise<HttpProxy> {
  const token = randomBytes(24).toString('hex');
  const upstream = await ApiServer.with(await loadCredentials({ kubeconfig, clock: systemClock }));
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    if (request.headers.authorization !== `Bearer ${token}`) response.writeHead(401).end();
    // The promise rejects if the operator was killed, or if the proxy is being closed.
    else serve(request, response, upstream).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await writeFile(path, renderKubeconfig(`http://127.0.0.1:${String(port)}`, token), { mode: 0o600 });
  return {
    kubeconfigPath: path,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      upstream.close();
      await closed;
    },
  };
}

/** Forwards a response chunk by chunk as it arrives, as a watch needs. */
export function pipeResponse(answer: IncomingMessage, response: ServerResponse): void {
  response.on('close', () => answer.destroy());
  response.writeHead(answer.statusCode ?? 502, answer.headers);
  answer.on('error', () => response.destroy());
  answer.pipe(response);
}

/** Forwards a response whose body has been read completely. */
export function sendWhole(
  response: ServerResponse,
  { statusCode, headers }: Pick<IncomingMessage, 'statusCode' | 'headers'>,
  body: string,
): void {
  const { 'transfer-encoding': _chunked, 'content-length': _length, ...passed } = headers;
  response.writeHead(statusCode ?? 502, { ...passed, 'content-length': Buffer.byteLength(body) }).end(body);
}

class ApiServer implements Upstream {
  readonly #credentials: Credentials;
  readonly #agent: Agent;

  private constructor(credentials: Credentials, { tls }: Identity) {
    this.#credentials = credentials;
    this.#agent = new Agent({ ...tls, keepAlive: true });
  }

  static async with(credentials: Credentials): Promise<ApiServer> {
    return new ApiServer(credentials, await credentials.current());
  }

  async send({ method, url = '/', headers }: IncomingMessage, body: string): Promise<IncomingMessage> {
    const { authorization: _ours, host: _proxy, connection: _hop, 'transfer-encoding': _chunked, ...passed } = headers;
    const request = sendTo(new URL(url, this.#credentials.server), {
      method: method ?? 'GET',
      headers: { ...passed, ...(await this.#credentials.current()).headers, 'content-length': Buffer.byteLength(body) },
      agent: this.#agent,
    });
    request.end(body);
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    return answer;
  }

  close(): void {
    this.#agent.destroy();
  }
}

/**
 * Renders a kubeconfig for a server on loopback without TLS. The text is JSON, which YAML parsers accept.
 * @param token the user's bearer token; `undefined` for a user without credentials
 */
export function renderKubeconfig(server: string, token?: string): string {
  const name = 'proxy';
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster: { server, 'insecure-skip-tls-verify': true } }],
    users: [{ name, user: token === undefined ? {} : { token } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    'current-context': name,
  });
}
