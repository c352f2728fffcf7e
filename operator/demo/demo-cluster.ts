import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { systemClock } from '../runtime/src/base/index.ts';
import { type Client, connect } from '../runtime/src/client/index.ts';
import { type Cluster, type Progress, startCluster } from '../testing/src/index.ts';
import { images } from '../../test/support/operator-image.ts';
import type { StepContext } from './step.ts';

export class DemoCluster {
  readonly #signal: AbortSignal;
  #cluster: Cluster | undefined;
  #client: Client | undefined;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Throws before `start`. */
  get context(): StepContext {
    if (this.#cluster === undefined || this.#client === undefined) throw new Error('the control plane is not running');
    return { cluster: this.#cluster, client: this.#client, signal: this.#signal };
  }

  /** The folder with all logs; `undefined` before `start`. */
  get logs(): string | undefined {
    return this.#cluster?.controlPlane.directory;
  }

  async start(onProgress: (progress: Progress) => void): Promise<StepContext> {
    // Retains the logs after a failure; `stop` can remove them.
    const stateDirectory = await mkdtemp(join(tmpdir(), 'kubewright-'));
    this.#cluster = await startCluster({ signal: this.#signal, stateDirectory, node: { images }, onProgress });
    const { kubeconfigPath } = this.#cluster.controlPlane;
    this.#client = (await connect({ kubeconfig: kubeconfigPath, clock: systemClock })).client;
    return this.context;
  }

  /** Stops every process of the cluster. */
  async stop({ removeLogs }: { readonly removeLogs: boolean }): Promise<void> {
    const { logs } = this;
    await this.#client?.transport.close();
    await this.#cluster?.[Symbol.asyncDispose]();
    if (removeLogs && logs !== undefined) await rm(logs, { recursive: true, force: true });
  }
}
