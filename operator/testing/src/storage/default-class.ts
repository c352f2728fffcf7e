/** The `provisioner` of StorageClasses whose claims this provisioner serves, with folders. */
export const provisionerName = 'storage.kubewright.dev/folder';

/** The name is the same as in minikube and kind. */
export const defaultClassName = 'standard';

/** The default StorageClass, for claims without a class. */
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
