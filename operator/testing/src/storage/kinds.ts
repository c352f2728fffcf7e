import type { Kind, KubeObject } from '@kubewright/runtime/internal/base';
import type { ObjectReference, Quantity } from '@kubewright/runtime/kinds';

/**
 * The fields of a StorageClass that the provisioner reads. https://kubernetes.io/docs/concepts/storage/storage-classes/
 */
export interface StorageClass extends KubeObject {
  readonly provisioner: string;
  readonly reclaimPolicy?: 'Delete' | 'Retain';
  readonly volumeBindingMode?: 'Immediate' | 'WaitForFirstConsumer';
  readonly mountOptions?: readonly string[];
}

export const StorageClass: Kind<StorageClass> = {
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'StorageClass',
  plural: 'storageclasses',
  namespaced: false,
};

/**
 * The fields of a PersistentVolume that the provisioner and the nodes read.
 * https://kubernetes.io/docs/concepts/storage/persistent-volumes/
 */
export interface PersistentVolume extends KubeObject {
  readonly spec: {
    readonly capacity?: Readonly<Record<string, Quantity>>;
    readonly accessModes?: readonly string[];
    readonly persistentVolumeReclaimPolicy?: 'Delete' | 'Retain' | 'Recycle';
    readonly storageClassName?: string;
    readonly volumeMode?: string;
    readonly claimRef?: ObjectReference;
    readonly hostPath?: { readonly path: string; readonly type?: string };
    readonly local?: { readonly path: string };
    readonly csi?: { readonly driver: string };
  };
  readonly status?: { readonly phase?: string };
}

export const PersistentVolume: Kind<PersistentVolume> = {
  group: '',
  version: 'v1',
  kind: 'PersistentVolume',
  plural: 'persistentvolumes',
  namespaced: false,
};
