import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent, request as sendTo } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { systemClock } from '../../../operator/src/runtime/base/index.ts';
import { type Credentials, loadCredentials } from '../../../operator/src/runtime/client/index.ts';
import { apiCall, type Call } from './call.ts';
import type { Gate, Gates } from './gates.ts';

/** Stands between one operator and the API server. */
export interface ApiProxy extends AsyncDisposable {
  /** Write a kubeconfig that leads to the proxy, and here is its path. */
  readonly kubeconfigPath: string;
}

export interface ApiProxyOptions {
  /** Whose rights the operator has: a kubeconfig. */
  readonly kubeconfig: string;
  /** Where to put the kubeconfig of the proxy: a path that is free. */
  readonly path: string;
  readonly gates: Gates;
}

/**
 * Starts a proxy on loopback that passes requests on as they are: a watch line by line, everything else whole, so that a
 * call can be held up before the API server has seen it, or after it has been answered. Only who has the kubeconfig that
 * it writes gets through.
 */
export async function startApiProxy({ kubeconfig, path, gates }: ApiProxyOptions): Promise<ApiProxy> {
  const token = randomBytes(24).toString('hex');
  const upstream = new Upstream(await loadCredentials({ kubeconfig, clock: systemClock }));
  const passage = new Passage(upstream, gates);
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    if (request.headers.authorization !== `Bearer ${token}`) response.writeHead(401).end();
    // The operator was killed, or the proxy is being closed.
    else passage.serve(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await writeFile(path, kubeconfigTo(`http://127.0.0.1:${String(port)}`, token), { mode: 0o600 });
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

/** What comes through: what a gate holds up is never answered. */
class Passage {
  readonly #upstream: Upstream;
  readonly #gates: Gates;

  constructor(upstream: Upstream, gates: Gates) {
    this.#upstream = upstream;
    this.#gates = gates;
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request;
    const body = await text(request);
    const call = apiCall({ method, url, contentType: headers['content-type'] ?? '', body });
    if (call === undefined) {
      flow(await this.#upstream.send(request, body), response);
      return;
    }
    const gate = this.#gateOf(call);
    if (!gate.arrived(call)) return;
    const answer = await this.#upstream.send(request, body);
    const whole = await text(answer);
    if (gate.answered(call)) send(response, answer, whole);
  }

  #gateOf({ namespace = '', text: what }: Call): Gate {
    const [only, another] = this.#gates.values();
    const gate = this.#gates.get(namespace) ?? (another === undefined ? only : undefined);
    if (gate === undefined) throw new Error(`whose call is it? ${what} in ${namespace}`);
    return gate;
  }
}

function flow(answer: IncomingMessage, response: ServerResponse): void {
  response.on('close', () => answer.destroy());
  response.writeHead(answer.statusCode ?? 502, answer.headers);
  answer.on('error', () => response.destroy());
  answer.pipe(response);
}

function send(response: ServerResponse, { statusCode, headers }: IncomingMessage, body: string): void {
  const { 'transfer-encoding': _chunked, 'content-length': _length, ...passed } = headers;
  response.writeHead(statusCode ?? 502, { ...passed, 'content-length': Buffer.byteLength(body) }).end(body);
}

/** The API server, as whoever the kubeconfig says. */
class Upstream {
  readonly #credentials: Credentials;
  readonly #agent: Agent;

  constructor(credentials: Credentials) {
    this.#credentials = credentials;
    this.#agent = new Agent({ ...credentials.tls, keepAlive: true });
  }

  async send({ method, url = '/', headers }: IncomingMessage, body: string): Promise<IncomingMessage> {
    const { authorization: _ours, host: _proxy, connection: _hop, 'transfer-encoding': _chunked, ...passed } = headers;
    const request = sendTo(new URL(url, this.#credentials.server), {
      method: method ?? 'GET',
      headers: { ...passed, ...(await this.#credentials.headers()), 'content-length': Buffer.byteLength(body) },
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

/** JSON is YAML. There is no TLS to verify: it does not leave this machine. */
function kubeconfigTo(server: string, token: string): string {
  const name = 'proxy';
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster: { server, 'insecure-skip-tls-verify': true } }],
    users: [{ name, user: { token } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    'current-context': name,
  });
}
