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
  /** Aborts when the process starts its graceful stop. */
  readonly stop: AbortSignal;
  /**
   * How long requests still arrive after `stop`, in milliseconds: until every proxy has noticed that the Pod is
   * terminating.
   */
  readonly leaveMs: number;
}

/**
 * Time limit for pending requests after the listener has closed, in milliseconds: no API server waits longer for a
 * webhook or a conversion.
 */
const drainMs = 30_000;

/**
 * The webhooks of a process, whether it leads or not. It serves them from the first certificate until the Pod has left
 * the Service, and answers every request that it has received.
 */
export class Webhooks {
  readonly #options: WebhooksOptions;
  readonly #left: Promise<void>;
  #problem: string | undefined = 'the webhooks do not have a certificate yet';
  #server: Promise<WebhookServer> | undefined;

  constructor(options: WebhooksOptions) {
    this.#options = options;
    this.#left = this.#leaveService();
  }

  /** Health checks for `/readyz`. */
  get checks(): Readonly<Record<string, () => true | string>> {
    return { webhooks: () => this.#problem ?? true };
  }

  /**
   * Resolves once webhooks are served. Errors: `SETTINGS_INVALID` for an unusable port or certificate; the reason of
   * the signal.
   */
  async start(): Promise<void> {
    const { source, reviews, address, port, logger, stop } = this.#options;
    const tls = await source.loadTls((text) => {
      this.#problem = `the webhooks do not have a certificate: ${text}`;
    });
    this.#server = startWebhookServer({ reviews, tls, address, port, logger, stop });
    const server = await this.#server;
    this.#problem = undefined;
    logger.info('serving webhooks', { address, port: server.port });
  }

  /**
   * Stops serving; resolves when all requests are answered. During the graceful stop, it first waits until the Pod has
   * left the Service.
   */
  async end(): Promise<void> {
    const { clock, logger, stop } = this.#options;
    if (stop.aborted) await this.#left;
    const server = await this.#server?.catch(() => undefined);
    if (server === undefined) return;
    if (!(await hasEndedWithin(clock, drainMs, server.drain()))) logger.warn('a review was not answered in time');
    await server.close();
  }

  async #leaveService(): Promise<void> {
    const { stop, clock, leaveMs } = this.#options;
    await waitForAbort(stop);
    if (leaveMs > 0) await clock.sleep(leaveMs, neverAborted);
  }
}
