import type { Reviews } from '../../admission/index.ts';
import { waitForAbort, type Clock, hasEndedWithin, type Logger, neverAborted } from '../../base/index.ts';
import type { CertificateSource } from './certificate-source.ts';
import { startWebhookServer, type WebhookServer } from './webhook-server.ts';

interface WebhooksOptions {
  readonly reviews: Reviews;
  readonly source: CertificateSource;
  readonly address: string;
  readonly port: number;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Aborts when the process is to stop. */
  readonly stop: AbortSignal;
  /** How long after that requests still come in, because proxies have not heard of it. */
  readonly leaveMs: number;
}

/** Requests under way may take this long after the listener has closed: the longest `timeoutSeconds`. */
const drainMs = 10_000;

/**
 * The webhooks of a process, whether it leads or not. They are answered from when the certificate is there until the
 * Pod has left the Service, and every request that came in is answered.
 */
export class Webhooks {
  readonly #options: WebhooksOptions;
  readonly #left: Promise<void>;
  #problem: string | undefined = 'they have no certificate yet';
  #server: Promise<WebhookServer> | undefined;

  constructor(options: WebhooksOptions) {
    this.#options = options;
    this.#left = this.#leaveService();
  }

  /** For `/readyz`. */
  get checks(): Readonly<Record<string, () => true | string>> {
    return { webhooks: () => this.#problem ?? true };
  }

  /**
   * Resolves once webhooks are answered. Errors: `SETTINGS_INVALID` for a port or a certificate that cannot be used;
   * the reason of the signal.
   */
  async start(): Promise<void> {
    const { source, reviews, address, port, logger, stop } = this.#options;
    const tls = await source.loadTls((text) => {
      this.#problem = `they have no certificate: ${text}`;
    });
    this.#server = startWebhookServer({ reviews, tls, address, port, logger, stop });
    const server = await this.#server;
    this.#problem = undefined;
    logger.info('serving webhooks', { address, port: server.port });
  }

  /** Resolves when nothing is answered any more; waits for the leave only once the process is to stop. */
  async end(): Promise<void> {
    const { clock, logger, stop } = this.#options;
    if (stop.aborted) await this.#left;
    const server = await this.#server?.catch(() => undefined);
    if (server === undefined) return;
    if (!(await hasEndedWithin(clock, drainMs, server.drain())))
      logger.warn('a review is not answered: it took too long');
    await server.close();
  }

  async #leaveService(): Promise<void> {
    const { stop, clock, leaveMs } = this.#options;
    await waitForAbort(stop);
    if (leaveMs > 0) await clock.sleep(leaveMs, neverAborted);
  }
}
