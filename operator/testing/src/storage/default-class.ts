/** The `provisioner` of the StorageClasses whose claims get a folder. */
export const provisionerName = 'storage.kubewright.dev/folder';

/** The name that minikube and kind use, too. */
export const defaultClassName = 'standard';

/** The StorageClass of claims that do not name one. */
export function defaultClass(): Readonly<Record<string, unknown>> {
  return {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: {
      name: defaultClassName,
      annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' },
    },
    provisioner: provisionerName,
    reclaimPolicy: 'Delete',
    volumeBindingMode: 'WaitForFirstConsumer',
    allowVolumeExpansion: true,
  };
}
