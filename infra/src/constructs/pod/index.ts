/** What the Pods of everything that we deploy have in common. */
export { type ContainerAmounts, containerResources, pullPolicies, restricted, user } from './container.ts';
export { pod, restrictedPod } from './restricted-pod.ts';
