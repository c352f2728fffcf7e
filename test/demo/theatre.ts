import { rm } from 'node:fs/promises';

import { systemClock } from '../../operator/runtime/src/base/index.ts';
import { type Client, connect } from '../../operator/runtime/src/client/index.ts';
import { type Cluster, type Progress, startCluster } from '../../operator/testing/src/index.ts';
import { images } from '../support/operator-image.ts';
import type { Stage } from './stage.ts';

/** Where the tour takes place. Its stage stands once it was raised. */
export class Theatre {
  readonly #signal: AbortSignal;
  #cluster: Cluster | undefined;
  #client: Client | undefined;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Throws before `raise`. */
  get stage(): Stage {
    if (this.#cluster === undefined || this.#client === undefined) throw new Error('the control plane does not run');
    return { cluster: this.#cluster, client: this.#client, signal: this.#signal };
  }

  /** The folder with all logs; `undefined` before `raise`. */
  get logs(): string | undefined {
    return this.#cluster?.controlPlane.directory;
  }

  async raise(onProgress: (progress: Progress) => void): Promise<Stage> {
    // Logs outlive a failure: `strike` removes them.
    this.#cluster = await startCluster({ signal: this.#signal, keep: true, node: { images }, onProgress });
    const { kubeconfigPath } = this.#cluster.controlPlane;
    this.#client = (await connect({ kubeconfig: kubeconfigPath, clock: systemClock })).client;
    return this.stage;
  }

  /** Ends everything. @param options.forget whether the logs go, too */
  async strike({ forget }: { readonly forget: boolean }): Promise<void> {
    const { logs } = this;
    await this.#client?.transport.close();
    await this.#cluster?.[Symbol.asyncDispose]();
    if (forget && logs !== undefined) await rm(logs, { recursive: true, force: true });
  }
}
