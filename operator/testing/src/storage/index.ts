/**
 * Persistent volumes of a control plane: folders in its own directory.
 *
 * - `default-class`: the default StorageClass
 * - `provisioner`: watches claims and volumes; `storage-plan` computes the steps, `storage-steps` executes them
 * - `start-storage`: runs the provisioner as a part of a control plane
 * - `host-folder`: the folder that stands for `/` of the nodes
 * - `kinds`: the fields of StorageClasses and PersistentVolumes that the provisioner reads
 *
 * @module
 */
export { defaultClass, defaultClassName } from './default-class.ts';
export { hostFolderOf, insideOf, isMissing, staysInside } from './host-folder.ts';
export { PersistentVolume } from './kinds.ts';
export { startStorage } from './start-storage.ts';
