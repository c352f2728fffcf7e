/**
 * Persistent volumes of a control plane: folders of its own directory.
 *
 * - `default-class`: the StorageClass of claims that name none
 * - `provisioner`: watches claims and volumes; `storage-plan` says what is to be done, `storage-steps` does it
 * - `start-storage`: the provisioner as a part of a control plane
 * - `host-folder`: what stands for `/` of the nodes
 * - `kinds`: what is read of StorageClasses and PersistentVolumes
 *
 * @module
 */
export { defaultClass, defaultClassName } from './default-class.ts';
export { hostFolderOf, insideOf, isMissing, staysInside } from './host-folder.ts';
export { PersistentVolume } from './kinds.ts';
export { startStorage } from './start-storage.ts';
