/**
 * The operator as a cdk8s construct.
 *
 * `options/` has the options, and `plan.ts` computes everything else from them, with `image.ts`, `settings.ts`,
 * `setting-format.ts`, `lease-timing.ts`, `metrics.ts`, `ports.ts`, `workload.ts` and `environment-variables.ts`.
 * `operator.ts` creates the objects, with `deployment.ts`, `container.ts`, `volumes.ts` and `network.ts`.
 */
export { imageReference, imageTag } from './image.ts';
export { areServed } from './metrics.ts';
export { installationLabel } from './network.ts';
export { type IOperator, Operator } from './operator.ts';
export { deployed } from './settings.ts';
export { toBeAccepted } from './creates-everywhere.ts';
export { formatPattern } from './setting-format.ts';
