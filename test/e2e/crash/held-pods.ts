import { setTimeout as sleep } from 'node:timers/promises';

import type { Client } from '../../../operator/runtime/src/client/index.ts';
import { Pod } from '../../../operator/runtime/src/kinds/index.ts';
import { placementKey } from '../../../operator/testing/src/node/placement.ts';

/** The names of the nodes: one for Pods whose images run as processes, one for all others. */
export interface Nodes {
  readonly processes: string;
  readonly simulated: string;
}

/** How often it lists new Pods. */
const everyMs = 100;

/**
 * The cluster's scheduler, which holds back the Pods of some namespaces: what an operator does before its Pods run can
 * then be distinguished from what it does after, however fast or slow they are.
 */
export class HeldPods implements AsyncDisposable {
  readonly #client: Client;
  readonly #nodes: Nodes;
  readonly #held = new Set<string>();
  readonly #over = new AbortController();
  readonly #running: Promise<void>;

  /** Begins to bind Pods to nodes. */
  constructor(client: Client, nodes: Nodes) {
    this.#client = client;
    this.#nodes = nodes;
    this.#running = this.#run();
  }

  /** Leaves new Pods of the namespace pending. */
  hold(namespace: string): void {
    this.#held.add(namespace);
  }

  letGo(namespace: string): void {
    this.#held.delete(namespace);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#over;
    while (!signal.aborted) {
      // A round that fails is repeated by the next one.
      await this.#bindNewPods().catch(() => undefined);
      await sleep(everyMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async #bindNewPods(): Promise<void> {
    const { items } = await this.#client.resource(Pod).list({ fieldSelector: 'spec.nodeName=' });
    const free = items.filter(({ metadata }) => !this.#held.has(metadata.namespace ?? ''));
    await Promise.all(free.map((pod) => this.#bind(pod)));
  }

  /** No error for a Pod that is deleted meanwhile, or has a node. */
  async #bind({ metadata: { namespace = '', name }, spec }: Pod): Promise<void> {
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
