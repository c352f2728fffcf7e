import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { ControlPlane } from '../../../operator/testing/src/index.ts';
import { clusterIn } from '../../support/kubeconfig.ts';

/** The files of a ServiceAccount that a kubelet mounts into a Pod. */
export class PodFiles {
  readonly #controlPlane: ControlPlane;
  readonly #root: string;

  /** @param name the name of their folder in the directory of the control plane */
  constructor(controlPlane: ControlPlane, name: string) {
    this.#controlPlane = controlPlane;
    this.#root = path.join(controlPlane.directory, name);
  }

  /** The settings with which an operator uses these files to connect to the API server. No webhooks are deployed. */
  get settings(): Readonly<Record<string, string>> {
    const { hostname, port } = new URL(this.#controlPlane.serverUrl);
    const server = { KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port };
    return { ...server, POD_ROOT: this.#root, WEBHOOKS_ENABLED: 'false' };
  }

  /** Writes all files. */
  async write(namespace: string, token: string): Promise<void> {
    const cluster = await clusterIn(this.#controlPlane.kubeconfigPath);
    await mkdir(this.#folder, { recursive: true });
    await writeFile(path.join(this.#folder, 'ca.crt'), Buffer.from(cluster['certificate-authority-data'], 'base64'));
    await writeFile(path.join(this.#folder, 'namespace'), namespace);
    await this.replaceToken(token);
  }

  /** Replaces the token file atomically. */
  async replaceToken(token: string): Promise<void> {
    const file = path.join(this.#folder, 'token');
    await writeFile(`${file}.new`, token, { mode: 0o600 });
    await rename(`${file}.new`, file);
  }

  get #folder(): string {
    return path.join(this.#root, 'var/run/secrets/kubernetes.io/serviceaccount');
  }
}
