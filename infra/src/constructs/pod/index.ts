/** The parts that the Pods of the operator and of the pet store share. */
export { type ContainerAmounts, containerResources, pullPolicies, restricted, user } from './container.ts';
export { pod, restrictedPod } from './restricted-pod.ts';
