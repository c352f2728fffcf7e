import type { Resource } from '@kubewright/runtime/internal/client';
import type { Pod } from '@kubewright/runtime/kinds';
import { type WatchEvent, watchObjects } from '@kubewright/runtime/internal/watch';
import type { PodContext } from './pod-context.ts';
import { PodWorker } from './pod-worker.ts';
import type { RunBook } from './run-book.ts';

export interface AgentOptions {
  readonly nodeName: string;
  readonly pods: Resource<Pod>;
  readonly context: PodContext;
  readonly book: RunBook;
}

/** Time in milliseconds that processes get to end when the node stops, before they are killed. */
const stopGraceMs = 2_000;

/** Runs all Pods on the node until `signal` aborts. Resolves when all their processes have ended. */
export async function runAgent(options: AgentOptions, signal: AbortSignal): Promise<void> {
  const { nodeName, pods, context } = options;
  const { clock, logger } = context;
  const workers = new Workers(options);
  await watchObjects(
    {
      resource: pods,
      selection: { fieldSelector: `spec.nodeName=${nodeName}` },
      clock,
      logger,
      onEvent: (event) => workers.react(event),
    },
    signal,
  );
  await workers.stop(stopGraceMs);
}

class Workers {
  readonly #options: Pick<AgentOptions, 'context' | 'book'>;
  /**
   * The workers by uid of their Pod. The worker of an ended Pod stays until the Pod is deleted: otherwise a late event
   * would start the Pod again.
   */
  readonly #known = new Map<string, PodWorker>();
  readonly #working = new Set<PodWorker>();

  constructor(options: Pick<AgentOptions, 'context' | 'book'>) {
    this.#options = options;
  }

  react(event: WatchEvent<Pod>): void {
    if (event.type === 'applied') this.#take(event.object);
    else if (event.type === 'deleted') this.#drop(event.object.metadata.uid);
    else if (event.type === 'replaced') this.#replace(event.items);
  }

  async stop(graceMs: number): Promise<void> {
    for (const worker of this.#working) worker.stop(graceMs);
    await Promise.all([...this.#working].map(({ done }) => done));
  }

  #replace(pods: readonly Pod[]): void {
    const present = new Set(pods.map(({ metadata }) => metadata.uid));
    for (const uid of this.#known.keys()) if (!present.has(uid)) this.#drop(uid);
    for (const pod of pods) this.#take(pod);
  }

  #take(pod: Pod): void {
    const { uid } = pod.metadata;
    const known = this.#known.get(uid);
    if (known !== undefined) known.update(pod);
    else this.#begin(uid, new PodWorker(pod, this.#options.context, this.#options.book));
  }

  #begin(uid: string, worker: PodWorker): void {
    this.#known.set(uid, worker);
    this.#working.add(worker);
    void worker.done.then(() => this.#working.delete(worker));
  }

  #drop(uid: string): void {
    this.#known.get(uid)?.onObjectDeleted();
    this.#known.delete(uid);
  }
}
