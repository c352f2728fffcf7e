import { readFile, writeFile } from 'node:fs/promises';

import { readYaml } from './read-yaml.ts';

/** A kubeconfig with one cluster and one user. */
interface Kubeconfig {
  readonly clusters: readonly [{ readonly name: string; readonly cluster: Cluster }];
  readonly users: readonly [{ readonly name: string; readonly user: object }];
}

interface Cluster {
  readonly server: string;
  readonly 'certificate-authority-data': string;
}

export interface KubeconfigChange {
  readonly path: string;
  /** The URL of the copy's server. @default - the same server */
  readonly server?: string;
  /** The bearer token of the copy's user. @default - the same user */
  readonly token?: string;
}

/** Writes a copy of a kubeconfig with another server, or another user. */
export async function writeKubeconfig(original: string, { path, server, token }: KubeconfigChange): Promise<void> {
  const config = await readKubeconfig(original);
  const [{ name, cluster }] = config.clusters;
  const [{ name: user, user: credentials }] = config.users;
  const changed = {
    ...config,
    clusters: [{ name, cluster: { ...cluster, ...(server !== undefined && { server }) } }],
    users: [{ name: user, user: token === undefined ? credentials : { token } }],
  };
  // YAML parsers accept JSON.
  await writeFile(path, JSON.stringify(changed), { mode: 0o600 });
}

export async function readCluster(path: string): Promise<Cluster> {
  return (await readKubeconfig(path)).clusters[0].cluster;
}

async function readKubeconfig(path: string): Promise<Kubeconfig> {
  const [config] = readYaml(await readFile(path, 'utf8'));
  return config as Kubeconfig;
}
