import { type Clock, formatKey, type Logger, type ObjectKey, OperatorError } from '../../base/index.ts';
import { buildBundle, type Certificates, type Issuer, type Lifetimes, rotate } from '../../certificates/index.ts';
import { type Client, isApiError } from '../../client/index.ts';
import { Secret } from '../../kinds/index.ts';
import { parseCertificates, buildSecretData } from './certificate-secret.ts';

interface OwnCertificatesOptions {
  readonly client: Client;
  /**
   * The Secret with the certificates. It has to exist, because RBAC cannot limit the permission to create Secrets to
   * one name.
   */
  readonly secret: ObjectKey;
  readonly lifetimes: Lifetimes;
  readonly issuer: Issuer;
  readonly isSound: (certificates: Certificates) => boolean;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Aborts pending calls. */
  readonly signal: AbortSignal;
}

/** Maximum number of consecutive conflicts. */
const conflictsAtMost = 8;

/**
 * Webhook certificates in a Secret that all replicas share. Each replica checks it regularly, and the first one to see
 * that a rotation step is due performs it.
 */
export class OwnCertificates {
  readonly #options: OwnCertificatesOptions;
  /** The certificates in the Secret when it was last read. */
  #current: Certificates | undefined;
  #looking: Promise<Certificates> | undefined;

  constructor(options: OwnCertificatesOptions) {
    this.#options = options;
  }

  /** The certificates of the authorities as PEM, for `caBundle`; `undefined` before the first read. */
  get caBundle(): string | undefined {
    return this.#current && Buffer.from(buildBundle(this.#current)).toString('base64');
  }

  /**
   * Reads the Secret, and performs the rotation step that is due. Errors: `API_NOT_FOUND` if the Secret is missing,
   * with instructions; `ApiError`; the reason of the signal.
   */
  refresh(): Promise<Certificates> {
    this.#looking ??= this.#refresh().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  async #refresh(): Promise<Certificates> {
    for (let conflicts = 0; ; conflicts += 1) {
      try {
        this.#current = await this.#refreshOnce();
        return this.#current;
      } catch (error) {
        if (!isApiError(error, 409) || conflicts === conflictsAtMost) throw error;
      }
    }
  }

  async #refreshOnce(): Promise<Certificates> {
    const { client, secret, lifetimes, issuer, isSound, clock, signal } = this.#options;
    const secrets = client.resource(Secret);
    const found = await secrets.get(secret, { signal }).catch((error: unknown) => {
      throw isApiError(error, 404) ? buildMissingError(secret, error) : error;
    });
    const held = parseCertificates(found);
    const stored = held !== undefined && isSound(held) ? held : undefined;
    const after = await rotate(stored ?? this.#warnAboutLoss(), { lifetimes, issuer, nowMs: clock.now() });
    if (after === stored) return after;
    const { resourceVersion } = found.metadata;
    await secrets.mergePatch(secret, { metadata: { resourceVersion }, data: buildSecretData(after) }, { signal });
    return after;
  }

  /**
   * Logs that the Secret was emptied or corrupted. Returns the last known certificates, with which a replica restores
   * it.
   */
  #warnAboutLoss(): Certificates | undefined {
    const { logger } = this.#options;
    if (this.#current !== undefined)
      logger.warn('the webhook Secret does not contain valid certificates; writing new ones');
    return this.#current;
  }
}

function buildMissingError(secret: ObjectKey, cause: unknown): OperatorError {
  const hint = `the Secret ${formatKey(secret)} does not exist: apply the manifests of the operator again`;
  return new OperatorError('API_NOT_FOUND', 'read the webhook certificates', { object: secret, hint, cause });
}
