import { setTimeout as sleep } from 'node:timers/promises';

import { failed } from '../failed.ts';
import { authorize } from './authorize.ts';
import type { Credentials } from './credentials.ts';
import type { Reference } from './reference.ts';

export interface RegistryRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH';
  /** A path such as `/v2/me/operator/tags/list`, or what a `Location` has. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Whether it is sent again if there is no answer, or one of a server in trouble. @default - for GET and HEAD */
  readonly again?: boolean;
}

const tries = 5;

/** Requests to one repository of a registry, by the distribution specification; logs in when it is asked to. */
export class RegistryClient {
  readonly reference: Reference;
  readonly #credentials: Credentials | undefined;
  /** By scope: pulling from a repository is another right than pushing to it. */
  #authorization: string | undefined;
  readonly #delayMs: number;

  constructor(reference: Reference, credentials?: Credentials, { delayMs = 500 }: { readonly delayMs?: number } = {}) {
    this.reference = reference;
    this.#credentials = credentials;
    this.#delayMs = delayMs;
  }

  /** The path of something in the repository. */
  path(rest: string): string {
    return `/v2/${this.reference.repository}/${rest}`;
  }

  /** The answer, whatever its status. Throws: if there is none, or no right to one. */
  async send(request: RegistryRequest): Promise<Response> {
    const again = request.again ?? (request.method === 'GET' || request.method === 'HEAD');
    for (let tried = 1; ; tried++) {
      const isLast = !again || tried === tries;
      const response = await this.#sendOnce(request).catch((error: unknown) => {
        if (isLast || !(error instanceof TypeError)) throw this.#failure(request, error);
        return undefined;
      });
      if (response !== undefined && (isLast || !inTrouble(response))) return response;
      await this.pause(tried);
    }
  }

  /** Waits before something is tried again, longer each time. */
  async pause(tried: number): Promise<void> {
    await sleep(this.#delayMs * 2 ** (tried - 1));
  }

  async #sendOnce(request: RegistryRequest): Promise<Response> {
    const response = await this.#fetch(request);
    if (response.status !== 401) return response;
    await response.body?.cancel();
    this.#authorization = await authorize(response, this.reference, this.#credentials);
    const second = await this.#fetch(request);
    if (second.status !== 401 && second.status !== 403) return second;
    throw failed(
      `${request.method} ${this.reference.host}/${this.reference.repository}`,
      this.#loginHint(second.status),
    );
  }

  #fetch({ method, path, headers, body }: RegistryRequest): Promise<Response> {
    const url = new URL(path, this.reference.url);
    // A registry may name another host for its content, which must not see the credentials.
    const isOurs = url.origin === new URL(this.reference.url).origin;
    const authorization = isOurs && this.#authorization !== undefined ? { Authorization: this.#authorization } : {};
    const sent = { ...headers, ...authorization };
    return fetch(url, { method, headers: sent, ...(body && { body: body as Uint8Array<ArrayBuffer> }) });
  }

  #failure({ method }: RegistryRequest, cause: unknown): unknown {
    if (!(cause instanceof TypeError)) return cause;
    const reason = cause.cause instanceof Error ? cause.cause.message : cause.message;
    const { host, repository } = this.reference;
    return failed(
      `${method} ${host}/${repository}`,
      `${reason}: check the name, the network and the certificate`,
      cause,
    );
  }

  #loginHint(status: number): string {
    const { host } = this.reference;
    if (this.#credentials === undefined)
      return `the registry answered ${status}: log in by \`docker login ${host}\`, without a credential helper`;
    return `the registry answered ${status}: check that the user of \`docker login ${host}\` may do this`;
  }
}

function inTrouble({ status }: Response): boolean {
  return status === 429 || status >= 500;
}
