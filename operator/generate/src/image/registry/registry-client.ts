import { setTimeout as sleep } from 'node:timers/promises';

import { buildGenerateError } from '../../generate-error.ts';
import { authorize } from './authorize.ts';
import { type Credentials, getDockerFolder, tryReadCredentials } from './credentials.ts';
import { parseReference, type Reference } from './reference.ts';

/** Registry login options. */
export interface RegistryOptions {
  /** The folder of Docker's `config.json` with the credentials. @default - `DOCKER_CONFIG`, or `~/.docker` */
  readonly credentials?: string;
}

export interface RegistryRequest {
  readonly method: 'DELETE' | 'GET' | 'HEAD' | 'POST' | 'PUT';
  /** A path such as `/v2/me/operator/tags/list`, or the URL in a `Location` header. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

const tries = 5;
const firstDelayMs = 500;

/** Creates a client for an image's registry with the credentials of `docker login`. */
export async function createRegistryClient(name: string, options: RegistryOptions): Promise<RegistryClient> {
  const { credentials = getDockerFolder(process.env) } = options;
  const reference = parseReference(name);
  return new RegistryClient(reference, await tryReadCredentials(credentials, reference.host));
}

/**
 * Sends requests to one repository according to the distribution specification. Logs in if the registry requires it.
 */
export class RegistryClient {
  readonly reference: Reference;
  readonly #credentials: Credentials | undefined;
  #authorization: string | undefined;

  constructor(reference: Reference, credentials?: Credentials) {
    this.reference = reference;
    this.#credentials = credentials;
  }

  path(rest: string): string {
    return `/v2/${this.reference.repository}/${rest}`;
  }

  /** The repository's name for messages. */
  get name(): string {
    return `${this.reference.host}/${this.reference.repository}`;
  }

  /**
   * Sends a request and retries if the registry does not respond, is overloaded or fails; `next` builds each attempt's
   * request.
   *
   * @returns the response with any status
   * Throws: if the registry does not respond, or the login fails.
   */
  async send(next: () => RegistryRequest | Promise<RegistryRequest>): Promise<Response> {
    for (let tried = 1; ; tried++) {
      const request = await next();
      const response = await this.#sendOnce(request).catch((error: unknown) => {
        if (!(error instanceof TypeError)) throw error;
        if (tried === tries) throw this.#buildNoAnswerError(request, error);
        return undefined;
      });
      const isTransient = response === undefined || response.status === 429 || response.status >= 500;
      if (!isTransient || tried === tries) return response as Response;
      await response?.body?.cancel();
      await sleep(firstDelayMs * 2 ** (tried - 1));
    }
  }

  async #sendOnce(request: RegistryRequest): Promise<Response> {
    const response = await this.#fetch(request);
    if (response.status !== 401) return response;
    await response.body?.cancel();
    this.#authorization = await authorize(response, this.reference, this.#credentials);
    const second = await this.#fetch(request);
    if (second.status !== 401 && second.status !== 403) return second;
    const login = `\`docker login ${this.reference.host}\``;
    const hint =
      this.#credentials === undefined ? `run ${login} first` : `check the permissions of the user of ${login}`;
    throw buildGenerateError(`${request.method} ${this.name}`, `the registry answered ${second.status}: ${hint}`);
  }

  #fetch({ method, path, headers, body }: RegistryRequest): Promise<Response> {
    const url = new URL(path, this.reference.url);
    // A `Location` header may name another host, which must not receive the credentials.
    const isOurs = url.origin === new URL(this.reference.url).origin;
    const authorization = isOurs && this.#authorization !== undefined ? { Authorization: this.#authorization } : {};
    const sent = { ...headers, ...authorization };
    return fetch(url, { method, headers: sent, ...(body && { body: body as Uint8Array<ArrayBuffer> }) });
  }

  #buildNoAnswerError({ method }: RegistryRequest, cause: TypeError): Error {
    const reason = cause.cause instanceof Error ? cause.cause.message : cause.message;
    return buildGenerateError(
      `${method} ${this.name}`,
      `${reason}: check the name, the network and the certificate`,
      cause,
    );
  }
}
