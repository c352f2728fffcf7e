import {
  anySignal,
  type Clock,
  keyOf,
  keyText,
  type Logger,
  messageOf,
  type ObjectKey,
  type ValuesOf,
} from '../base/index.ts';
import { type Client, isApiError } from '../client/index.ts';
import type { Controller, FinalizedResources } from '../controller/index.ts';
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
export function inUseValues(settings: object): ValuesOf<typeof inUseSettings> {
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
  readonly controllers: readonly Pick<Controller, 'finalized'>[];
  /** The LimitRange. It limits nothing: it is a place that API servers watch anyway, and that holds no secret. */
  readonly key: ObjectKey;
}

/** How old the annotation may be. The absence of the last resource is written at once, as somebody may wait for it. */
const periodMs = 2_000;
/** The wait after the LimitRange was not there, or could not be written. */
const troubledMs = 30_000;

/**
 * Keeps the annotation up to date until `signal` aborts: by one read at the start, and one patch whenever it changes. What
 * fails is tried again later. Never rejects.
 */
export async function keepInUse(options: InUseOptions, signal: AbortSignal): Promise<void> {
  const all = options.controllers.flatMap(({ finalized }) => finalized ?? []);
  const wait = new Wait(options.clock);
  let written = await read(options, signal);
  const lastIsGone = (): void => {
    if (written !== undefined && written !== '' && inUse(all) === '') wait.end();
  };
  const ends = all.map((resources) => resources.onGone(lastIsGone));
  while (!signal.aborted) {
    const text = inUse(all);
    const isWritten = text === written || (await write(options, text, signal));
    written = isWritten ? text : undefined;
    await wait.for(isWritten ? periodMs : troubledMs, signal);
  }
  for (const end of ends) end();
}

/** What the annotation says; `undefined` if it is not there, or cannot be read. */
async function read({ client, key }: InUseOptions, signal: AbortSignal): Promise<string | undefined> {
  try {
    const { metadata } = await client.resource(LimitRange).get(key, { signal });
    return metadata.annotations?.[inUseAnnotation];
  } catch {
    // The patch that follows says why.
    return undefined;
  }
}

async function write({ client, logger, key }: InUseOptions, text: string, signal: AbortSignal): Promise<boolean> {
  const metadata = { annotations: { [inUseAnnotation]: text } };
  try {
    await client.resource(LimitRange).mergePatch(key, { metadata }, { signal });
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    const detail = isApiError(error, 404) ? 'there is no such LimitRange' : messageOf(error);
    logger.warn('cannot say which resources need the operator', { limitRange: keyText(key), detail });
    return false;
  }
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

  async for(delayMs: number, signal: AbortSignal): Promise<void> {
    await pause(this.#clock, delayMs, anySignal(signal, this.#ended.signal));
    if (this.#ended.signal.aborted) this.#ended = new AbortController();
  }
}

function inUse(all: readonly FinalizedResources[]): string {
  return all.flatMap(exampleOf).join(', ');
}

function exampleOf(resources: FinalizedResources): string[] {
  const example = resources.example();
  if (example === undefined) return [];
  const { plural, group } = resources.kind;
  return [`${plural}.${group} (${keyText(keyOf(example))})`];
}
