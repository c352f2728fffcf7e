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

/** The settings of every operator with a controller that has a finalizer. */
export const inUseSettings = {
  inUseName: {
    type: 'string',
    format: 'subdomain',
    description: 'LimitRange in whose annotation the leader says which resources need the operator. Default: none.',
  },
} as const;

/** Their value. Only for an operator with finalizers: the table of any other does not have it. */
export function getInUseSettings(settings: object): ValuesOf<typeof inUseSettings> {
  return settings as ValuesOf<typeof inUseSettings>;
}

/**
 * The annotation with the kinds of which resources have the operator's finalizer, each with an example:
 * `pets.petstore.example.com (default/rex)`; empty if there are none. Without the operator nobody removes these
 * finalizers, so `@kubewright/infra` refuses to delete the operator until the annotation is empty.
 */
export const inUseAnnotation = 'operators.kubewright.dev/in-use';

export interface InUseOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Those of all controllers. Called with each look at them. */
  readonly finalized: () => readonly Pick<FinalizedResources, 'kind' | 'findExample' | 'onGone'>[];
  /** The LimitRange. It limits nothing: it is a place that API servers watch anyway, and that holds no secret. */
  readonly key: ObjectKey;
}

/** How old the annotation may be. The absence of the last resource is written at once, as somebody may wait for it. */
const periodMs = 2_000;
/** The wait after the LimitRange was not there, or could not be written: until then nobody knows what needs the operator. */
const troubledMs = 5_000;

/**
 * The annotation that says which resources need the operator.
 *
 * Guarantees: it names a kind before `mark` resolves, and as long as there is a resource of it; one write at a time, and
 * none that changes nothing.
 */
export class InUse {
  readonly #options: InUseOptions;
  /** What the annotation says; `undefined` if that is not known. */
  #written: string | undefined;
  /** What the last warning said, until a write succeeds. */
  #warned: string | undefined;
  /** Ends with the last call that was begun. */
  #last: Promise<void> = Promise.resolve();

  constructor(options: InUseOptions) {
    this.#options = options;
  }

  /**
   * Resolves once the annotation names `kind`: from then on the operator is not deleted. To be called when `findExample` has
   * a resource of it.
   *
   * Errors: `NOT_READY` if there is no such LimitRange; `ApiError`; the reason of the signal.
   */
  async mark(kind: Kind, signal: AbortSignal): Promise<void> {
    if (this.#written?.includes(`${formatResourceName(kind)} (`)) return;
    try {
      await this.#update(signal);
    } catch (error) {
      if (!isApiError(error, 404)) throw error;
      const { key } = this.#options;
      const message =
        `The LimitRange ${formatKey(key)}, which keeps the operator while this resource needs it, does not exist: ` +
        'apply the manifests of the operator again.';
      throw notReady('OperatorUnguarded', message, { cause: error });
    }
  }

  /**
   * Keeps the annotation up to date until `signal` aborts: by one read at the start, and one patch whenever it changes.
   * What fails is tried again later. Never rejects.
   */
  async keep(signal: AbortSignal): Promise<void> {
    const wait = new Wait(this.#options.clock);
    const ends = this.#options.finalized().map((resources) =>
      resources.onGone(() => {
        if (this.#formatInUse() === '') wait.end();
      }),
    );
    // Another leader may have written it since.
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
    const detail = isApiError(error, 404) ? 'there is no such LimitRange' : getMessage(error);
    if (!signal.aborted && detail !== this.#warned)
      logger.warn('cannot say which resources need the operator', { limitRange: formatKey(key), detail });
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
      // The patch that follows says why.
      this.#written = undefined;
    }
  }

  /** Writes what is so after all calls that were begun before. */
  #update(signal: AbortSignal): Promise<void> {
    const updated = this.#last.then(() => this.#write(signal));
    this.#last = updated.catch(() => undefined);
    return updated;
  }

  async #write(signal: AbortSignal): Promise<void> {
    const { client, key } = this.#options;
    const text = this.#formatInUse();
    if (text === this.#written) return;
    // Until the answer is there: it may be stored or not.
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
  return `${plural}.${group}`;
}

/** A wait that can be ended before its time. An end during the work before it counts, too. */
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
