import { cp, rm } from 'node:fs/promises';
import path from 'node:path';

import type { ControlPlane } from '../../../operator/testing/src/index.ts';
import { type FaultCluster, restartOthers } from './fault-cluster.ts';

/** What etcd held at one time. */
export interface Backup {
  /** Undoes everything since; resource versions go on from the backup's. @param answers called once the API server answers */
  restore(answers: () => void): Promise<void>;
}

/** Backs up etcd. The control plane is stopped meanwhile. */
export async function backUp(cluster: FaultCluster): Promise<Backup> {
  const { controlPlane } = cluster;
  const data = path.join(controlPlane.directory, 'etcd');
  const kept = path.join(controlPlane.directory, 'etcd-backup');
  await whileStopped(controlPlane, async () => cp(data, kept, { recursive: true }));
  await restartOthers(cluster);
  return {
    async restore(answers) {
      await whileStopped(controlPlane, async () => {
        await rm(data, { recursive: true });
        await cp(kept, data, { recursive: true });
      });
      answers();
      await restartOthers(cluster);
    },
  };
}

/** Stops all parts, as the documentation of etcd asks for. https://etcd.io/docs/latest/op-guide/recovery/ */
async function whileStopped(controlPlane: ControlPlane, work: () => Promise<void>): Promise<void> {
  const clientsFirst = ['kwok', 'kube-scheduler', 'kube-controller-manager', 'kube-apiserver', 'etcd'] as const;
  for (const component of clientsFirst) await controlPlane.stop(component);
  await work();
  await controlPlane.restart('etcd');
  await controlPlane.restart('kube-apiserver');
}
