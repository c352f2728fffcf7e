/** Stands in `provisioner` of the classes whose claims get a folder. */
export const provisionerName = 'storage.kubewright.dev/folder';

/** As minikube and kind call theirs. */
export const defaultClassName = 'standard';

/** The StorageClass of claims that name none. */
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
