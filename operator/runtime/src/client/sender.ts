import { getMessage } from '../base/index.ts';
import type { Credentials, Identity } from './credentials/index.ts';

/** How far one attempt to send a request has come. */
export interface Progress {
  /** Whether the first byte of the request was about to be written. */
  wasSent: boolean;
  /** Whether the API server has started to respond. */
  isAnswered: boolean;
}

/** The result of one attempt to send a request. */
type AttemptResult<A> = { readonly answer: A } | { readonly error: unknown };

/** A request that may be sent several times. */
interface Sendable<A> {
  /** Whether sending the request twice has the same effect as sending it once. */
  readonly isIdempotent: boolean;
  /** Makes one attempt to send the request. */
  send(identity: Identity, progress: Progress): Promise<A>;
  /** Called before each further attempt, with the discarded response, or with the error if no response arrived. */
  beforeRetry(given: AttemptResult<A>): Promise<void> | void;
}

/** After this many consecutive connection resets, the cause is not an idle connection. */
const resetsAtMost = 3;

/** Sends the requests of one transport, and records why authentication fails. */
export class Sender {
  readonly #credentials: Pick<Credentials, 'current' | 'renew'>;
  #problem: string | undefined;

  constructor(credentials: Pick<Credentials, 'current' | 'renew'>) {
    this.#credentials = credentials;
  }

  /** Why all requests fail, if a restart of the process would not help; `undefined` if they do not. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /**
   * Sends a request. Sends it again in two cases only:
   * - The server has not processed it: a 401 or a failed TLS handshake, and the credentials have changed since.
   * - The connection was lost without a response, and the request is idempotent or was not sent completely.
   */
  async send<A extends { readonly status: number }>(request: Sendable<A>): Promise<A> {
    let identity = await this.#getCurrent();
    for (let [renewals, resets] = [0, 0]; ;) {
      const progress: Progress = { wasSent: false, isAnswered: false };
      let given: AttemptResult<A>;
      try {
        const answer = await request.send(identity, progress);
        if (answer.status !== 401) {
          this.#problem = undefined;
          return answer;
        }
        given = { answer };
      } catch (error) {
        given = { error };
      }
      const other = renewals > 0 ? undefined : await this.#renew(identity, given);
      if (other !== undefined) renewals += 1;
      else if (resets < resetsAtMost && 'error' in given && canRepeat(given.error, progress, request)) resets += 1;
      else return this.#end(given);
      await request.beforeRetry(given);
      identity = other ?? identity;
    }
  }

  async #getCurrent(): Promise<Identity> {
    try {
      return await this.#credentials.current();
    } catch (error) {
      this.#problem = getMessage(error);
      throw error;
    }
  }

  /** Reads the credentials again. Returns them if they have changed; otherwise `undefined`. */
  async #renew(last: Identity, given: AttemptResult<unknown>): Promise<Identity | undefined> {
    const tls = 'error' in given ? findTlsFailure(given.error) : undefined;
    if ('error' in given && tls === undefined) return undefined;
    this.#credentials.renew(last, { isRefused: tls !== 'unverified' });
    const next = await this.#getCurrent();
    const isOther = tls === undefined ? next !== last : next.tls !== last.tls;
    return isOther ? next : undefined;
  }

  #end<A>(given: AttemptResult<A>): A {
    this.#problem = findProblem(given) ?? this.#problem;
    if ('error' in given) throw given.error;
    return given.answer;
  }
}

function findProblem(given: AttemptResult<unknown>): string | undefined {
  if (!('error' in given)) return 'the API server rejects the reloaded credentials (HTTP 401)';
  const failure = findTlsFailure(given.error);
  if (failure === undefined) return undefined;
  const { code } = given.error as NodeJS.ErrnoException;
  return failure === 'unverified'
    ? `the certificate of the API server cannot be verified (${String(code)}): the reloaded CA of the credentials does not match it`
    : `the API server rejects the reloaded client certificate (${String(code)})`;
}

/** Codes of errors about the server's certificate: https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const unverified = /^(UNABLE_TO_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_CA|ERR_TLS_CERT_)/;
/**
 * Codes of TLS alerts about our client certificate. With TLS 1.3 the alert arrives after the request was written, but
 * the server has not read that request.
 */
const rejectedCertificate = /^ERR_SSL_.*_ALERT_.*(CERTIFICATE|UNKNOWN_CA)/;

/** Whether a TLS handshake failed because of the server's certificate (`unverified`) or ours (`refused`). */
function findTlsFailure(error: unknown): 'unverified' | 'refused' | undefined {
  const code = String((error as NodeJS.ErrnoException | undefined)?.code);
  if (unverified.test(code)) return 'unverified';
  return rejectedCertificate.test(code) ? 'refused' : undefined;
}

/**
 * Whether to send a request again after its connection was lost. The rules are those of Go's transport, where only GETs
 * are idempotent. After a write error the request is incomplete, and the API server processes only complete requests.
 */
function canRepeat(
  error: unknown,
  progress: Progress,
  { isIdempotent }: Pick<Sendable<unknown>, 'isIdempotent'>,
): boolean {
  const { code, syscall, socket } = error as NodeJS.ErrnoException & {
    readonly socket?: { readonly bytesRead?: number };
  };
  if (progress.isAnswered || !/^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test(code ?? '')) return false;
  if (!progress.wasSent || syscall === 'write') return true;
  // A connection without received data is new, so the server did not close it for being idle.
  return isIdempotent && socket?.bytesRead !== 0;
}
