/**
 * The parts of the control plane: the flags of each, and when it is ready.
 *
 * - `component.ts`: what a part is; one file per part beside it, in the order of their start: `etcd.ts`,
 *   `kube-apiserver.ts` (with `audit-policy.ts`), `kube-controller-manager.ts`, `kube-scheduler.ts`, `kwok.ts` (with
 *   `kwok-stages.ts`, how it simulates, and `kwok-objects.ts`, what it needs in the cluster)
 * - `managed-component.ts`, `component-error.ts`: start, stop, restart, and errors
 */
export { auditPolicy } from './audit-policy.ts';
export { ComponentError } from './component-error.ts';
export { componentNames, type Component, type ComponentName } from './component.ts';
export { etcd, etcdUrl } from './etcd.ts';
export { apiServerUrl, kubeApiServer, serviceRange } from './kube-apiserver.ts';
export { kubeControllerManager } from './kube-controller-manager.ts';
export { kubeScheduler } from './kube-scheduler.ts';
export { kwok } from './kwok.ts';
export { kwokNodeName, kwokObjects, type BootstrapObject } from './kwok-objects.ts';
export { kwokConfig } from './kwok-stages.ts';
export { ManagedComponent, type ComponentExit, type ManagedComponentOptions } from './managed-component.ts';
