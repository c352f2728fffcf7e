import { type Clock, isRecord, type Kind, type KubeObject, type Logger } from '../../base/index.ts';
import type { Client } from '../../client/index.ts';
import { type WatchEvent, watchObjects } from '../../watch/index.ts';
import type { OwnCertificates } from './own-certificates.ts';
import type { PodWarning } from './pod-warning.ts';

/** An object with a `clientConfig` through which API servers find a webhook. */
export interface BundleReference {
  readonly kind: Kind;
  readonly name: string;
  /** The path of the `clientConfig` in the object: keys and indexes from the root. */
  readonly clientConfig: readonly (string | number)[];
}

interface CaBundleKeeperOptions {
  readonly client: Client;
  readonly references: readonly BundleReference[];
  readonly certificates: Pick<OwnCertificates, 'caBundle' | 'refresh'>;
  /** The name of the operator's Service. A `clientConfig` with another Service stays unchanged. */
  readonly service: string;
  readonly fieldManager: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly watchList: boolean;
  readonly warn: PodWarning;
  /** Ends the watches and the calls. */
  readonly signal: AbortSignal;
}

/**
 * Keeps `caBundle` up to date in the objects that refer to this operator's webhooks. It owns only that field; manifests
 * set all others and omit `caBundle`.
 */
export class CaBundleKeeper {
  readonly #options: CaBundleKeeperOptions;
  readonly #seen = new Map<BundleReference, KubeObject>();

  constructor(options: CaBundleKeeperOptions) {
    this.#options = options;
  }

  /**
   * Watches each object by name, so that a role can be limited to these names. Runs until the signal aborts. Never
   * rejects.
   */
  async run(): Promise<void> {
    const { client, references, clock, logger, watchList, signal } = this.#options;
    const watches = references.map((reference) => {
      const resource = client.resource(reference.kind);
      const selection = { fieldSelector: `metadata.name=${reference.name}` };
      const onEvent = (event: WatchEvent<KubeObject>): Promise<void> => this.#handleEvent(reference, event);
      return watchObjects({ resource, selection, clock, logger, watchList, onEvent }, signal);
    });
    await Promise.all(watches);
  }

  /**
   * Updates every outdated `caBundle`, such as after a step of the certificate rotation. Errors: `ApiError`; the reason
   * of the signal.
   */
  async correct(): Promise<void> {
    for (const [reference, object] of this.#seen) await this.#correctOne(reference, object);
  }

  async #handleEvent(reference: BundleReference, event: WatchEvent<KubeObject>): Promise<void> {
    if (event.type === 'bookmark') return;
    const object = event.type === 'replaced' ? event.items[0] : event.object;
    if (object === undefined || event.type === 'deleted') this.#reportDeleted(reference);
    else {
      this.#seen.set(reference, object);
      await this.#correctOne(reference, object);
    }
  }

  /**
   * Reports an object that was deleted. Ignores one that never existed, because the operator may be ready before it is
   * applied.
   */
  #reportDeleted(reference: BundleReference): void {
    if (!this.#seen.delete(reference)) return;
    const { logger, warn } = this.#options;
    const { kind, name } = reference;
    logger.warn('an object that refers to the webhooks was deleted', { kind: kind.kind, name });
    warn(
      'WebhookReferenceDeleted',
      `${kind.kind} ${name} was deleted, so API servers no longer call that webhook: apply the manifests of the operator again`,
    );
  }

  async #correctOne(reference: BundleReference, object: KubeObject): Promise<void> {
    const { certificates, client, fieldManager, logger, signal } = this.#options;
    const config = getAt(object, reference.clientConfig);
    if (!this.#isOurs(config) || config['caBundle'] === certificates.caBundle) return;
    // Another replica may have rotated the certificates.
    await certificates.refresh();
    if (config['caBundle'] === certificates.caBundle) return;
    const path = ['', ...reference.clientConfig].join('/');
    const { name } = reference;
    const steps = [
      { op: 'test', path: `${path}/service/name`, value: this.#options.service },
      { op: 'add', path: `${path}/caBundle`, value: certificates.caBundle },
    ] as const;
    const stored = await client.resource(reference.kind).jsonPatch({ name }, steps, { fieldManager, signal });
    this.#seen.set(reference, stored);
    logger.info('caBundle is set', { kind: reference.kind.kind, name });
  }

  /** Whether the webhook still belongs to this operator: an update may have replaced it or its address. */
  #isOurs(config: unknown): config is Record<string, unknown> {
    return isRecord(config) && isRecord(config['service']) && config['service']['name'] === this.#options.service;
  }
}

function getAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce((each: unknown, key) => (each as Record<string | number, unknown> | undefined)?.[key], value);
}
