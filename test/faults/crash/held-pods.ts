import { setTimeout as sleep } from 'node:timers/promises';

import type { Client } from '../../../operator/runtime/src/client/index.ts';
import { Pod } from '../../../operator/runtime/src/kinds/index.ts';
import { placementKey } from '../../../operator/control-plane/src/node/placement.ts';

/** The names of the nodes: one runs containers as processes of this machine, the other one only simulates them. */
export interface Nodes {
  readonly processes: string;
  readonly simulated: string;
}

const withoutNode = { fieldSelector: 'spec.nodeName=' };
/**
 * The interval in milliseconds between lists of the Pods without a node; a watch reports new ones in between. Each list
 * retries Pods that could not be bound.
 */
const everyMs = 2000;
/** The pause after a failure, in milliseconds. */
const pauseMs = 100;

/**
 * The scheduler of the cluster. It can hold back the Pods of a namespace, which separates the operator's work before
 * its Pods run from the work afterwards, regardless of the timing.
 */
export class HeldPods implements AsyncDisposable {
  readonly #client: Client;
  readonly #nodes: Nodes;
  readonly #held = new Set<string>();
  /** The Pods without a node, by uid. */
  readonly #pending = new Map<string, Pod>();
  readonly #over = new AbortController();
  readonly #running: Promise<void>;

  constructor(client: Client, nodes: Nodes) {
    this.#client = client;
    this.#nodes = nodes;
    this.#running = this.#run();
  }

  /** Leaves new Pods of the namespace pending, until `letGo` is called. */
  hold(namespace: string): void {
    this.#held.add(namespace);
  }

  letGo(namespace: string): void {
    this.#held.delete(namespace);
    // Ignores a Pod that cannot be bound, because the next list retries it.
    this.#bindFree().catch(() => undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#over;
    while (!signal.aborted) {
      await this.#follow(AbortSignal.any([signal, AbortSignal.timeout(everyMs)])).catch(() =>
        sleep(pauseMs, undefined, { signal }).catch(() => undefined),
      );
    }
  }

  /** Binds the Pods that have no node, and those that are created until `signal` aborts. */
  async #follow(signal: AbortSignal): Promise<void> {
    const pods = this.#client.resource(Pod);
    const { items, resourceVersion } = await pods.list({ ...withoutNode, signal });
    this.#pending.clear();
    for (const pod of items) this.#pending.set(pod.metadata.uid, pod);
    await this.#bindFree();
    try {
      for await (const event of await pods.watch({ ...withoutNode, resourceVersion, signal })) {
        if (event.type === 'ADDED' || event.type === 'MODIFIED')
          this.#pending.set(event.object.metadata.uid, event.object);
        if (event.type === 'DELETED') this.#pending.delete(event.object.metadata.uid);
        await this.#bindFree();
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  async #bindFree(): Promise<void> {
    const free = [...this.#pending.values()].filter(({ metadata }) => !this.#held.has(metadata.namespace));
    for (const { metadata } of free) this.#pending.delete(metadata.uid);
    await Promise.all(free.map((pod) => this.#bind(pod)));
  }

  /** Binds a Pod to a node. Ignores a Pod that is deleted or bound already. */
  async #bind({ metadata: { namespace, name }, spec }: Pod): Promise<void> {
    const node = spec.nodeSelector?.[placementKey] === undefined ? this.#nodes.simulated : this.#nodes.processes;
    await this.#client.transport.call({
      method: 'POST',
      path: `/api/v1/namespaces/${namespace}/pods/${name}/binding`,
      body: {
        apiVersion: 'v1',
        kind: 'Binding',
        metadata: { name },
        target: { apiVersion: 'v1', kind: 'Node', name: node },
      },
    });
  }
}
