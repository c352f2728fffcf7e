import { type Clock, type OnFailure, type Logger, getMessage, catchFailure, hasSlept } from '../../base/index.ts';
import type { KeyPair } from '../../certificates/index.ts';
import type { Tls } from '../http/limited-server.ts';
import { loadTlsFiles, type TlsFilesOptions } from '../http/tls-files.ts';
import type { CaBundleKeeper } from './ca-bundle-keeper.ts';
import type { OwnCertificates } from './own-certificates.ts';
import type { PodWarning } from './pod-warning.ts';

/** Provides the certificate of the webhook server. */
export interface CertificateSource {
  /**
   * Waits for the first key pair, and follows later ones. Errors: `SETTINGS_INVALID` for unusable files; the reason of
   * the signal.
   * @param problem receives the reason of the wait
   */
  loadTls(problem: (text: string) => void): Promise<Tls>;
}

/** Creates a source that reads a mounted certificate, such as one of cert-manager or OLM. */
export function createFilesSource(folder: string, options: TlsFilesOptions): CertificateSource {
  return { loadTls: () => loadTlsFiles(folder, options) };
}

interface OwnSourceOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly failed: OnFailure;
  readonly signal: AbortSignal;
  readonly certificates: Pick<OwnCertificates, 'refresh'>;
  readonly keeper: Pick<CaBundleKeeper, 'run' | 'correct'>;
  readonly settleMs: number;
  readonly warn: PodWarning;
}

/** The wait after a failure in milliseconds. Short, because webhooks are not served before the first success. */
const soonMs = 1_000;

/** Provides certificates of the operator's own authority. Checks them three times within their settling time. */
export class OwnSource implements CertificateSource {
  readonly #options: OwnSourceOptions;
  /** The error of the last check, if it failed. */
  #problem: string | undefined;

  constructor(options: OwnSourceOptions) {
    this.#options = options;
  }

  async loadTls(problem: (text: string) => void): Promise<Tls> {
    const { keeper, clock, signal, failed } = this.#options;
    let keyPair: KeyPair | undefined;
    while ((keyPair = await this.#refresh()) === undefined) {
      problem(this.#problem ?? '');
      await clock.sleep(soonMs, signal);
    }
    catchFailure(keeper.run(), failed);
    const follow = (show: (keyPair: KeyPair) => void): void => {
      catchFailure(this.#keep(show), failed);
    };
    return { keyPair, follow };
  }

  async #keep(show: (keyPair: KeyPair) => void): Promise<void> {
    const { clock, settleMs, signal } = this.#options;
    const lookMs = settleMs / 3;
    for (
      let pause = lookMs;
      await hasSlept(clock, pause, signal);
      pause = this.#problem === undefined ? lookMs : soonMs
    ) {
      const pair = await this.#refresh();
      if (pair !== undefined) show(pair);
    }
  }

  /** Returns the certificate to serve; `undefined` if it is unknown. Logs a problem once when it starts. */
  async #refresh(): Promise<KeyPair | undefined> {
    const { certificates, keeper, signal } = this.#options;
    let pair: KeyPair | undefined;
    let problem: string | undefined;
    try {
      pair = (await certificates.refresh()).serving;
      await keeper.correct();
    } catch (error) {
      problem = getMessage(error);
      if (problem !== this.#problem && !signal.aborted) this.#report(problem, error);
    }
    this.#problem = problem;
    return pair;
  }

  #report(problem: string, error: unknown): void {
    const { logger, warn } = this.#options;
    logger.warn('failed to read or write the webhook certificates', { err: error });
    warn('WebhookCertificateFailed', problem);
  }
}
