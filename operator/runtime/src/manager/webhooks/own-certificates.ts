import { type Clock, formatKey, type Logger, type ObjectKey, OperatorError } from '../../base/index.ts';
import { buildBundle, type Certificates, type Issuer, type Lifetimes, rotate } from '../../certificates/index.ts';
import { type Client, isApiError } from '../../client/index.ts';
import { Secret } from '../../kinds/index.ts';
import { parseCertificates, buildSecretData } from './certificate-secret.ts';

interface OwnCertificatesOptions {
  readonly client: Client;
  /** It has to exist: whoever may create one Secret in a namespace may create all. */
  readonly secret: ObjectKey;
  readonly lifetimes: Lifetimes;
  readonly issuer: Issuer;
  /** Whether stored certificates can be used. */
  readonly isSound: (certificates: Certificates) => boolean;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Aborts the calls. */
  readonly signal: AbortSignal;
}

/** How often another replica may be faster in a row. */
const conflictsAtMost = 8;

/**
 * The certificates of the webhooks, in a Secret that all replicas share. Each replica looks at it regularly, and whoever
 * comes first takes the step that is due.
 */
export class OwnCertificates {
  readonly #options: OwnCertificatesOptions;
  /** What the Secret held when this process last looked. */
  #current: Certificates | undefined;
  #looking: Promise<Certificates> | undefined;

  constructor(options: OwnCertificatesOptions) {
    this.#options = options;
  }

  /** What the API server has to trust, as `caBundle` has it. */
  get caBundle(): string | undefined {
    return this.#current && Buffer.from(buildBundle(this.#current)).toString('base64');
  }

  /**
   * Reads the Secret, and takes the step that is due. Errors: `API_NOT_FOUND` if the Secret is missing, with what to do;
   * `ApiError`; the reason of the signal.
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

  /** Whoever empties the Secret, or fills it with rubbish, takes nothing from those who know what it held. */
  #warnAboutLoss(): Certificates | undefined {
    const { logger } = this.#options;
    if (this.#current !== undefined)
      logger.warn('the Secret of the webhooks holds no certificates that can be used; they are written again');
    return this.#current;
  }
}

function buildMissingError(secret: ObjectKey, cause: unknown): OperatorError {
  const hint = `the Secret ${formatKey(secret)} does not exist: apply the manifests of the operator again`;
  return new OperatorError('API_NOT_FOUND', 'read the certificates of the webhooks', { object: secret, hint, cause });
}
