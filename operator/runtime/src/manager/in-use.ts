import {
  combineSignals,
  type Clock,
  getKey,
  formatKey,
  type Kind,
  type Logger,
  getMessage,
  type ObjectKey,
  type ValuesOf,
} from '../base/index.ts';
import { type Client, isApiError } from '../client/index.ts';
import type { FinalizedResources } from '../controller/index.ts';
import { notReady } from '../reconcile/index.ts';
import { pause } from './election/index.ts';
import { LimitRange } from '../kinds/index.ts';

/** Settings that only operators with finalizers have. */
export const inUseSettings = {
  inUseName: {
    type: 'string',
    format: 'subdomain',
    description:
      'Name of the LimitRange in whose annotation the leader records the custom resources with a finalizer of the operator. Default: none.',
  },
} as const;

/** Returns the values of `inUseSettings` from all settings. */
export function getInUseSettings(settings: object): ValuesOf<typeof inUseSettings> {
  return settings as ValuesOf<typeof inUseSettings>;
}

/**
 * The annotation that protects an operator with finalizers from deletion. It lists each kind with an object that has
 * the operator's finalizer, and one example: `pets.petstore.example.com (default/rex)`. It is empty without such
 * objects. Only the operator removes these finalizers, so `@kubewright/infra` does not delete the operator until the
 * annotation is empty.
 */
export const inUseAnnotation = 'operators.kubewright.dev/in-use';

export interface InUseOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Returns the finalized resources of all controllers; called at each update. */
  readonly finalized: () => readonly Pick<FinalizedResources, 'kind' | 'findExample' | 'onGone'>[];
  /**
   * The LimitRange that has the annotation. It sets no limits. The kind is LimitRange because API servers watch it
   * anyway, and because it holds no secret.
   */
  readonly key: ObjectKey;
}

/**
 * How outdated the annotation may be, in milliseconds. The last entry is removed at once, because an uninstall may wait
 * for that.
 */
const periodMs = 2_000;
/** The wait after a failed read or write of the LimitRange, in milliseconds. */
const troubledMs = 5_000;

/**
 * Maintains the annotation that lists the kinds in use. Guarantees: the annotation names a kind before `mark` resolves,
 * and as long as a resource of the kind exists; only one write is pending at a time, and only if something has changed.
 */
export class InUse {
  readonly #options: InUseOptions;
  /** The value of the annotation in the cluster; `undefined` if it is unknown. */
  #written: string | undefined;
  /** The last logged warning, until a write succeeds. */
  #warned: string | undefined;
  /** The promise of the last call. Calls run one after the other. */
  #last: Promise<void> = Promise.resolve();

  constructor(options: InUseOptions) {
    this.#options = options;
  }

  /**
   * Resolves once the annotation names `kind`: from then on the operator is not deleted. `findExample` must return a
   * resource of the kind before the call. Errors: `NOT_READY` without the LimitRange; `ApiError`; the reason of the
   * signal.
   */
  async mark(kind: Kind, signal: AbortSignal): Promise<void> {
    if (this.#written?.includes(`${formatResourceName(kind)} (`)) return;
    try {
      await this.#update(signal);
    } catch (error) {
      if (!isApiError(error, 404)) throw error;
      const { key } = this.#options;
      const message =
        `The LimitRange ${formatKey(key)}, which protects the operator while this custom resource needs it, does not exist: ` +
        'apply the manifests of the operator again.';
      throw notReady('OperatorUnguarded', message, { cause: error });
    }
  }

  /**
   * Keeps the annotation up to date until `signal` aborts, with one read at the start and one patch per change. Retries
   * failures. Never rejects.
   */
  async keep(signal: AbortSignal): Promise<void> {
    const wait = new Wait(this.#options.clock);
    const ends = this.#options.finalized().map((resources) =>
      resources.onGone(() => {
        if (this.#formatInUse() === '') wait.end();
      }),
    );
    // Another leader may have written the annotation since this process last led.
    this.#last = this.#read(signal);
    while (!signal.aborted) {
      const isWritten = await this.#update(signal).then(
        () => this.#succeed(),
        (error: unknown) => this.#warn(error, signal),
      );
      await wait.waitFor(isWritten ? periodMs : troubledMs, signal);
    }
    for (const end of ends) end();
  }

  #succeed(): true {
    this.#warned = undefined;
    return true;
  }

  #warn(error: unknown, signal: AbortSignal): false {
    const { logger, key } = this.#options;
    const detail = isApiError(error, 404) ? 'the LimitRange does not exist' : getMessage(error);
    if (!signal.aborted && detail !== this.#warned)
      logger.warn('failed to record which custom resources need the operator', { limitRange: formatKey(key), detail });
    this.#warned = detail;
    return false;
  }

  async #read(signal: AbortSignal): Promise<void> {
    const { client, key } = this.#options;
    this.#written = undefined;
    try {
      const { metadata } = await client.resource(LimitRange).get(key, { signal });
      this.#written = metadata.annotations?.[inUseAnnotation];
    } catch {
      // The next patch reports the error.
      this.#written = undefined;
    }
  }

  /** Writes the current value, after all earlier calls have ended. */
  #update(signal: AbortSignal): Promise<void> {
    const updated = this.#last.then(() => this.#write(signal));
    this.#last = updated.catch(() => undefined);
    return updated;
  }

  async #write(signal: AbortSignal): Promise<void> {
    const { client, key } = this.#options;
    const text = this.#formatInUse();
    if (text === this.#written) return;
    // The value in the cluster is unknown until the response arrives.
    this.#written = undefined;
    const metadata = { annotations: { [inUseAnnotation]: text } };
    await client.resource(LimitRange).mergePatch(key, { metadata }, { signal });
    this.#written = text;
  }

  #formatInUse(): string {
    return this.#options
      .finalized()
      .flatMap((resources) => {
        const example = resources.findExample();
        return example === undefined ? [] : [`${formatResourceName(resources.kind)} (${formatKey(getKey(example))})`];
      })
      .join(', ');
  }
}

function formatResourceName({ plural, group }: Kind): string {
  return group === '' ? plural : `${plural}.${group}`;
}

/** A wait that can be ended early, even before it begins. */
class Wait {
  readonly #clock: Pick<Clock, 'after'>;
  #ended = new AbortController();

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock;
  }

  end(): void {
    this.#ended.abort();
  }

  async waitFor(delayMs: number, signal: AbortSignal): Promise<void> {
    await pause(this.#clock, delayMs, combineSignals(signal, this.#ended.signal));
    if (this.#ended.signal.aborted) this.#ended = new AbortController();
  }
}
