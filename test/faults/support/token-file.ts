import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { ControlPlane } from '../../../operator/testing/src/index.ts';
import { readCluster } from '../../support/kubeconfig.ts';

export class TokenFile {
  readonly kubeconfigPath: string;
  readonly #controlPlane: ControlPlane;
  readonly #folder: string;

  /** @param name the name of the folder for both files in the directory of the control plane */
  constructor(controlPlane: ControlPlane, name: string) {
    this.#controlPlane = controlPlane;
    this.#folder = path.join(controlPlane.directory, name);
    this.kubeconfigPath = path.join(this.#folder, 'kubeconfig');
  }

  /** Writes the token file and the kubeconfig that refers to it. */
  async write(token: string): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await this.replaceToken(token);
    const config = {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'own', cluster: await readCluster(this.#controlPlane.kubeconfigPath) }],
      users: [{ name: 'own', user: { tokenFile: path.join(this.#folder, 'token') } }],
      contexts: [{ name: 'own', context: { cluster: 'own', user: 'own' } }],
      'current-context': 'own',
    };
    await writeFile(this.kubeconfigPath, JSON.stringify(config), { mode: 0o600 });
  }

  /** Replaces the token file atomically. */
  async replaceToken(token: string): Promise<void> {
    const file = path.join(this.#folder, 'token');
    await writeFile(`${file}.new`, token, { mode: 0o600 });
    await rename(`${file}.new`, file);
  }
}
