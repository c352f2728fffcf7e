import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import type { ControlPlane } from '../../../operator/testing/src/index.ts';
import { flow, type HttpProxy, sendWhole, startHttpProxy, type Upstream } from '../../support/http-proxy.ts';

/** How an API server answers that is too busy, or whose storage is in trouble. */
export type StormStatus = 429 | 500;

/** How long a server that is too busy asks to be left alone. */
export const retryAfterSeconds = 2;

/** Stands between an operator and the API server, and now and then answers in its place. */
export interface StormyProxy extends HttpProxy {
  /** From now on refuses three of four requests: writes, lists and watches; and ends the watches that there are. */
  begin(status: StormStatus): void;
  end(): void;
  /** How often the request was refused that was refused most often in all storms so far, by the object that it is about. */
  readonly mostRefused: number;
}

/** Starts such a proxy. @param name of its kubeconfig, among those of this control plane */
export async function startStormyProxy(controlPlane: ControlPlane, name: string): Promise<StormyProxy> {
  const storm = new Storm();
  const proxy = await startHttpProxy({
    kubeconfig: controlPlane.kubeconfigPath,
    path: path.join(controlPlane.directory, `${name}.kubeconfig`),
    serve: (...exchange) => storm.serve(...exchange),
  });
  return {
    kubeconfigPath: proxy.kubeconfigPath,
    begin: (status) => {
      storm.begin(status);
    },
    end: () => {
      storm.end();
    },
    get mostRefused() {
      return storm.mostRefused;
    },
    [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
  };
}

class Storm {
  readonly #watches = new Set<ServerResponse>();
  readonly #refused = new Map<string, number>();
  #status: StormStatus | undefined;
  #arrived = 0;

  get mostRefused(): number {
    return Math.max(0, ...this.#refused.values());
  }

  begin(status: StormStatus): void {
    this.#status = status;
    for (const watch of this.#watches) watch.destroy();
  }

  end(): void {
    this.#status = undefined;
  }

  async serve(request: IncomingMessage, response: ServerResponse, upstream: Upstream): Promise<void> {
    const body = await text(request);
    this.#arrived += 1;
    if (this.#status !== undefined && this.#arrived % 4 !== 0) {
      this.#refuse(request, response, this.#status);
      return;
    }
    if (request.url?.includes('watch=true') === true) this.#keep(response);
    flow(await upstream.send(request, body), response);
  }

  #keep(response: ServerResponse): void {
    this.#watches.add(response);
    response.once('close', () => this.#watches.delete(response));
  }

  #refuse({ method = '', url = '' }: IncomingMessage, response: ServerResponse, status: StormStatus): void {
    const { pathname } = new URL(url, 'http://localhost');
    const what = `${method} ${pathname}`;
    // Those that make something have no name: each is about another object.
    if (method !== 'POST') this.#refused.set(what, (this.#refused.get(what) ?? 0) + 1);
    const headers = {
      'content-type': 'application/json',
      ...(status === 429 && { 'retry-after': String(retryAfterSeconds) }),
    };
    sendWhole(response, { statusCode: status, headers }, JSON.stringify(refusals[status]));
  }
}

const failure = { apiVersion: 'v1', kind: 'Status', metadata: {}, status: 'Failure' };
const refusals = {
  429: {
    ...{ ...failure, reason: 'TooManyRequests', code: 429 },
    message: 'Too many requests, please try again later.',
    details: { retryAfterSeconds },
  },
  500: { ...failure, reason: 'InternalError', code: 500, message: 'etcdserver: request timed out' },
};
