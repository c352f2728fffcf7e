import { getMessage } from '../base/index.ts';
import type { Credentials, Identity } from './credentials/index.ts';

/** How far a request got. */
export interface Progress {
  /** Whether its first byte was about to be written. */
  wasSent: boolean;
  /** Whether the API server has begun to answer. */
  isAnswered: boolean;
}

/** What came of sending a request. */
type AttemptResult<A> = { readonly answer: A } | { readonly error: unknown };

/** A request that may be sent again. */
interface Sendable<A> {
  /** Whether sending it twice does what sending it once does. */
  readonly isIdempotent: boolean;
  /** Sends it once. */
  send(identity: Identity, progress: Progress): Promise<A>;
  /** Called before it is sent again: with the answer that is given up, or with why there is none. */
  beforeRetry(given: AttemptResult<A>): Promise<void> | void;
}

/** After so many resets in a row it is not an idle connection that was closed. */
const resetsAtMost = 3;

/** The API server, as the requests of one transport have found it. */
export class Sender {
  readonly #credentials: Pick<Credentials, 'current' | 'renew'>;
  #problem: string | undefined;

  constructor(credentials: Pick<Credentials, 'current' | 'renew'>) {
    this.#credentials = credentials;
  }

  /** Why the API server and this process do not authenticate each other, if a restart would not help. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /**
   * Sends a request, and again only if it was not processed: after a 401 and after a failed TLS handshake, if the
   * credentials have changed since; and after a connection was lost without an answer, if the request is idempotent or
   * was not sent as a whole.
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

  /** The identity that takes the place of one that was of no use; `undefined` if there is none. */
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
  if (!('error' in given)) return 'the API server rejects the credentials (HTTP 401); they were read again';
  const failure = findTlsFailure(given.error);
  if (failure === undefined) return undefined;
  const { code } = given.error as NodeJS.ErrnoException;
  return failure === 'unverified'
    ? `the certificate of the API server cannot be verified (${String(code)}): the CA in the credentials, which was read again, does not match it`
    : `the API server rejects the client certificate (${String(code)}); it was read again`;
}

/** https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const unverified = /^(UNABLE_TO_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_CA|ERR_TLS_CERT_)/;
/** An alert about our certificate. With TLS 1.3 it arrives after the request was written, which nobody reads then. */
const rejectedCertificate = /^ERR_SSL_.*_ALERT_.*(CERTIFICATE|UNKNOWN_CA)/;

/** Whether a handshake failed because of a certificate: that of the API server, or ours. */
function findTlsFailure(error: unknown): 'unverified' | 'refused' | undefined {
  const code = String((error as NodeJS.ErrnoException | undefined)?.code);
  if (unverified.test(code)) return 'unverified';
  return rejectedCertificate.test(code) ? 'refused' : undefined;
}

/**
 * As Go's transport decides, whose idempotent requests are GETs. An error of a write leaves the request incomplete, and
 * the API server processes a request only once it has the whole body.
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
  // Nothing was read from a connection that is new: it was not an idle one.
  return isIdempotent && socket?.bytesRead !== 0;
}
