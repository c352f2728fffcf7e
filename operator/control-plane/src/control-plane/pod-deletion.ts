import {
  type Clock,
  isAborted,
  type Logger,
  getMessage,
  onlyMetadata,
  type ObjectMeta,
} from '@kubewright/runtime/internal/base';
import type { Client } from '@kubewright/runtime/internal/client';
import { Pod } from '@kubewright/runtime/kinds';
import { watchObjects, type WatchEvent } from '@kubewright/runtime/internal/watch';
import { completeDeletion } from '../complete-deletion.ts';

export interface PodDeletionOptions {
  readonly client: Client;
  readonly nodeName: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

type Metadata = Pick<Pod, 'metadata'>;

const retryMs = 1_000;

/**
 * Deletes the terminating Pods of a simulated node, until it is disposed. Continues after outages of the API server.
 * kwok cannot do that safely. It deletes by name only, and sometimes twice: its list and its watch may show the same
 * Pod, or a response may be lost. Its second request could therefore delete a new Pod with the same name.
 */
export function startPodDeletion(options: PodDeletionOptions): AsyncDisposable {
  const stop = new AbortController();
  const deletion = new PodDeletion(options, stop.signal);
  const ended = deletion.run();
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await ended;
      await deletion.waitUntilIdle();
    },
  };
}

class PodDeletion {
  readonly #options: PodDeletionOptions;
  readonly #signal: AbortSignal;
  /** Deletions in progress, by uid of the Pod. */
  readonly #inFlight = new Map<string, Promise<void>>();

  constructor(options: PodDeletionOptions, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
  }

  async run(): Promise<void> {
    const { client, nodeName, clock, logger } = this.#options;
    const resource = client.resource(onlyMetadata(Pod));
    const selection = { fieldSelector: `spec.nodeName=${nodeName}` };
    await watchObjects({ resource, selection, clock, logger, onEvent: (event) => this.#take(event) }, this.#signal);
  }

  async waitUntilIdle(): Promise<void> {
    await Promise.all(this.#inFlight.values());
  }

  #take(event: WatchEvent<Metadata>): void {
    if (event.type === 'applied') this.#deleteIfTerminating(event.object);
    if (event.type === 'replaced') for (const pod of event.items) this.#deleteIfTerminating(pod);
  }

  /**
   * Starts the deletion of a terminating Pod. With a grace period of 0, the API server deletes a Pod without finalizers
   * itself.
   */
  #deleteIfTerminating({ metadata }: Metadata): void {
    const { uid, deletionTimestamp, deletionGracePeriodSeconds } = metadata;
    if (deletionTimestamp === undefined || deletionGracePeriodSeconds === 0 || this.#inFlight.has(uid)) return;
    this.#inFlight.set(
      uid,
      this.#delete(metadata).finally(() => this.#inFlight.delete(uid)),
    );
  }

  /** Deletes a Pod; retries until it is deleted. Never rejects. */
  async #delete(pod: ObjectMeta): Promise<void> {
    const { client, clock, logger } = this.#options;
    while (!this.#signal.aborted) {
      try {
        await completeDeletion(client, pod, this.#signal);
        return;
      } catch (error) {
        if (isAborted(this.#signal)) return;
        const { namespace, name } = pod;
        logger.warn('failed to delete a simulated Pod, retrying', { namespace, name, why: getMessage(error) });
        await clock.sleep(retryMs, this.#signal).catch(() => undefined);
      }
    }
  }
}
