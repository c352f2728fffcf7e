import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import type { ControlPlane } from '../../../operator/testing/src/index.ts';
import { pipeResponse, type HttpProxy, sendWhole, startHttpProxy, type Upstream } from '../../support/http-proxy.ts';

/** The status of an API server that is overloaded (429), or whose etcd does not answer in time (500). */
export type ErrorStatus = 429 | 500;

/** The `Retry-After` header of the errors, in seconds. */
export const retryAfterSeconds = 2;

/**
 * A proxy that forwards the requests of an operator to the API server, and answers some of them with an error instead.
 */
export interface ErrorProxy extends HttpProxy {
  /** Ends all open watches. From now on, rejects three of four requests of any kind, including watches. */
  startErrors(status: ErrorStatus): void;
  stopErrors(): void;
  /** The highest number of rejections so far for one method and path. */
  readonly mostRejected: number;
}

/** Starts the proxy. @param name the name of its kubeconfig in the directory of the control plane */
export async function startErrorProxy(controlPlane: ControlPlane, name: string): Promise<ErrorProxy> {
  const errors = new ErrorInjector();
  const proxy = await startHttpProxy({
    kubeconfig: controlPlane.kubeconfigPath,
    path: path.join(controlPlane.directory, `${name}.kubeconfig`),
    serve: (...exchange) => errors.serve(...exchange),
  });
  return {
    kubeconfigPath: proxy.kubeconfigPath,
    startErrors: (status) => {
      errors.start(status);
    },
    stopErrors: () => {
      errors.stop();
    },
    get mostRejected() {
      return errors.mostRejected;
    },
    [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
  };
}

class ErrorInjector {
  readonly #watches = new Set<ServerResponse>();
  readonly #rejected = new Map<string, number>();
  #status: ErrorStatus | undefined;
  #arrived = 0;

  get mostRejected(): number {
    return Math.max(0, ...this.#rejected.values());
  }

  start(status: ErrorStatus): void {
    this.#status = status;
    for (const watch of this.#watches) watch.destroy();
  }

  stop(): void {
    this.#status = undefined;
  }

  async serve(request: IncomingMessage, response: ServerResponse, upstream: Upstream): Promise<void> {
    const body = await text(request);
    this.#arrived += 1;
    if (this.#status !== undefined && this.#arrived % 4 !== 0) {
      this.#reject(request, response, this.#status);
      return;
    }
    if (request.url?.includes('watch=true') === true) this.#keep(response);
    pipeResponse(await upstream.send(request, body), response);
  }

  #keep(response: ServerResponse): void {
    this.#watches.add(response);
    response.once('close', () => this.#watches.delete(response));
  }

  #reject({ method = '', url = '' }: IncomingMessage, response: ServerResponse, status: ErrorStatus): void {
    const { pathname } = new URL(url, 'http://localhost');
    const what = `${method} ${pathname}`;
    // A POST is not counted, because its path does not name the object.
    if (method !== 'POST') this.#rejected.set(what, (this.#rejected.get(what) ?? 0) + 1);
    const headers = {
      'content-type': 'application/json',
      ...(status === 429 && { 'retry-after': String(retryAfterSeconds) }),
    };
    sendWhole(response, { statusCode: status, headers }, JSON.stringify(rejections[status]));
  }
}

const failure = { apiVersion: 'v1', kind: 'Status', metadata: {}, status: 'Failure' };
const rejections = {
  429: {
    ...{ ...failure, reason: 'TooManyRequests', code: 429 },
    message: 'Too many requests, please try again later.',
    details: { retryAfterSeconds },
  },
  500: { ...failure, reason: 'InternalError', code: 500, message: 'etcdserver: request timed out' },
};
