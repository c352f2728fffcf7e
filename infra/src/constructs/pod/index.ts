/** The parts that the Pods of the operator and of the pet store share. */
export { mergePatch } from './merge-patch.ts';
export { type ContainerAmounts, containerResources } from './resources.ts';
export { restrictedContainer, restrictedPod, volumeGroup } from './restricted.ts';
