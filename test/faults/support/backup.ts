import { cp, rm } from 'node:fs/promises';
import path from 'node:path';

import type { ControlPlane } from '../../../operator/testing/src/index.ts';
import { type FaultCluster, restartOthers } from './fault-cluster.ts';

/** A copy of etcd's data. */
export interface Backup {
  /**
   * Restores the data. Resource versions continue after those of the backup.
   * @param answers called as soon as the API server answers again
   */
  restore(answers: () => void): Promise<void>;
}

/** Backs up etcd. The control plane is stopped during the backup. */
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

/**
 * Runs `work` while all components are stopped, as the documentation of etcd demands.
 * https://etcd.io/docs/latest/op-guide/recovery/
 */
async function whileStopped(controlPlane: ControlPlane, work: () => Promise<void>): Promise<void> {
  const clientsFirst = ['kwok', 'kube-scheduler', 'kube-controller-manager', 'kube-apiserver', 'etcd'] as const;
  for (const component of clientsFirst) await controlPlane.stop(component);
  await work();
  await controlPlane.restart('etcd');
  await controlPlane.restart('kube-apiserver');
}
