import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { type Clock, type Kind, type KubeObject, type Logger, getMessage } from '@kubewright/runtime/internal/base';
import { type Client, isApiError } from '@kubewright/runtime/internal/client';
import { PersistentVolumeClaim } from '@kubewright/runtime/kinds';
import { type WatchEvent, watchObjects } from '@kubewright/runtime/internal/watch';

export interface PersistentVolume extends KubeObject {
  readonly spec: { readonly hostPath?: { readonly path: string } };
  readonly status?: { readonly phase?: string };
}
export const PersistentVolume: Kind<PersistentVolume> = {
  ...{ group: '', version: 'v1', kind: 'PersistentVolume', plural: 'persistentvolumes', namespaced: false },
};

const provisioner = 'storage.kubewright.dev/folder';
const retryMs = 1_000;

/** The default StorageClass, named as in minikube and kind. */
export const defaultClass = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'standard', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
  provisioner,
};

export interface ClaimFoldersOptions {
  readonly client: Client;
  /** The folder that contains a folder for each claim. */
  readonly directory: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Binds each PersistentVolumeClaim of the default class to a folder until `signal` aborts; deletes the folder with the
 * claim.
 */
export async function bindClaims(options: ClaimFoldersOptions, signal: AbortSignal): Promise<void> {
  const { client, clock, logger } = options;
  const persist = async (step: () => Promise<void>): Promise<void> => {
    while (!signal.aborted) {
      try {
        await step();
        return;
      } catch (error) {
        // 404: the volume is already deleted. 409: it already exists, or it has changed, so a newer event follows.
        if (isApiError(error, 404) || isApiError(error, 409)) return;
        logger.warn('failed to provide the volume of a PersistentVolumeClaim', { why: getMessage(error) });
        await clock.sleep(retryMs, signal).catch(() => undefined);
      }
    }
  };
  const follow = <T extends KubeObject>(kind: Kind<T>, step: (object: T) => Promise<void>): Promise<void> => {
    const onEvent = (event: WatchEvent<T>): void => {
      const changed = event.type === 'replaced' ? event.items : event.type === 'applied' ? [event.object] : [];
      for (const object of changed) void persist(() => step(object));
    };
    return watchObjects({ resource: client.resource(kind), selection: {}, clock, logger, onEvent }, signal);
  };
  await Promise.all([
    follow(PersistentVolumeClaim, (claim) => bind(claim, options)),
    follow(PersistentVolume, (volume) => release(volume, options)),
  ]);
}

async function bind({ metadata, spec }: PersistentVolumeClaim, options: ClaimFoldersOptions): Promise<void> {
  const { name, namespace, uid, deletionTimestamp } = metadata;
  const isOurs = spec.storageClassName === defaultClass.metadata.name;
  if (!isOurs || spec.volumeName || deletionTimestamp !== undefined) return;
  const path = join(options.directory, `pvc-${uid}`);
  await mkdir(path, { recursive: true, mode: 0o700 });
  const source = {
    accessModes: spec.accessModes ?? [],
    capacity: { storage: spec.resources?.requests?.['storage'] ?? '0' },
    claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name, uid },
    hostPath: { path, type: 'Directory' },
    persistentVolumeReclaimPolicy: 'Delete',
    storageClassName: spec.storageClassName,
  };
  const named = { name: `pvc-${uid}`, annotations: { 'pv.kubernetes.io/provisioned-by': provisioner } };
  const volume = { apiVersion: 'v1', kind: 'PersistentVolume', metadata: named, spec: source };
  await options.client.resource(PersistentVolume).create(volume);
}

async function release({ metadata, status }: PersistentVolume, options: ClaimFoldersOptions): Promise<void> {
  const isOurs = metadata.annotations?.['pv.kubernetes.io/provisioned-by'] === provisioner;
  if (status?.phase !== 'Released' || !isOurs) return;
  await rm(join(options.directory, metadata.name), { recursive: true, force: true });
  await options.client.resource(PersistentVolume).delete(metadata, { propagation: 'Background' });
}
