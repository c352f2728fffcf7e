import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import type { ClientName } from './pki/pki.ts';

export interface StateDirectory {
  readonly path: string;
  readonly pki: string;
  readonly etcdData: string;
  readonly logs: string;
  readonly auditLog: string;
  readonly auditPolicy: string;
  readonly egressSelector: string;
  readonly kwokConfig: string;
  readonly kubectlCache: string;
  getKubeconfigPath(client: ClientName): string;
  /** Removes the directory if it is temporary. */
  close(): Promise<void>;
  /** Whether the directory outlives the control plane. */
  readonly isRetained: boolean;
  /** Whether the directory has the data of an earlier control plane. */
  readonly hasData: boolean;
}

/**
 * Opens a given directory, or a new temporary one. If it creates the directory, only the owner can read it; an existing
 * one keeps its mode.
 */
export async function openStateDirectory(given: string | undefined): Promise<StateDirectory> {
  const path = given === undefined ? await mkdtemp(join(tmpdir(), 'kubewright-')) : resolve(given);
  const isRetained = given !== undefined;
  const inside = (name: string): string => join(path, name);
  await mkdir(inside('logs'), { recursive: true, mode: 0o700 });
  return {
    path,
    pki: inside('pki'),
    etcdData: inside('etcd'),
    logs: inside('logs'),
    auditLog: inside('audit.log'),
    auditPolicy: inside('audit-policy.yaml'),
    egressSelector: inside('egress-selector.json'),
    kwokConfig: inside('kwok.yaml'),
    kubectlCache: inside('kubectl-cache'),
    getKubeconfigPath: (client) => inside(`${client}.kubeconfig`),
    close: async () => {
      if (!isRetained) await rm(path, { recursive: true, force: true, maxRetries: 5 });
    },
    isRetained,
    hasData: existsSync(inside('etcd')),
  };
}
