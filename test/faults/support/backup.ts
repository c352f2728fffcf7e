import { cp, rm } from 'node:fs/promises';
import path from 'node:path';

import type { ControlPlane } from '../../../operator/testing/src/index.ts';
import { restartOthers } from './fault-cluster.ts';

/** What etcd held at one time. */
export interface Backup {
  /** Puts it back: what was done since is undone, and resource versions go on from there. @param answers called once the API server does */
  restore(answers: () => void): Promise<void>;
}

/** Takes a backup of etcd. The control plane is away meanwhile. */
export async function backUp(controlPlane: ControlPlane): Promise<Backup> {
  const data = path.join(controlPlane.directory, 'etcd');
  const kept = path.join(controlPlane.directory, 'etcd-backup');
  await withoutServers(controlPlane, async () => cp(data, kept, { recursive: true }));
  await restartOthers(controlPlane);
  return {
    async restore(answers) {
      await withoutServers(controlPlane, async () => {
        await rm(data, { recursive: true });
        await cp(kept, data, { recursive: true });
      });
      answers();
      await restartOthers(controlPlane);
    },
  };
}

/** All stop, as the documentation of etcd asks for. https://etcd.io/docs/latest/op-guide/recovery/ */
async function withoutServers(controlPlane: ControlPlane, work: () => Promise<void>): Promise<void> {
  const callersFirst = ['kwok', 'kube-scheduler', 'kube-controller-manager', 'kube-apiserver', 'etcd'] as const;
  for (const component of callersFirst) await controlPlane.stop(component);
  await work();
  await controlPlane.restart('etcd');
  await controlPlane.restart('kube-apiserver');
}
