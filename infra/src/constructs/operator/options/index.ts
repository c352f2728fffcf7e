/**
 * The options of an operator: for each part a file with its types. `shape.ts` checks what no compiler has seen.
 *
 * @module
 */
export type { OperatorImage } from './image.ts';
export type { OperatorMetrics } from './metrics.ts';
export type { OperatorEgress, OperatorNetwork } from './network.ts';
export type { OperatorEnvironment, OperatorOptions, OperatorProps } from './operator.ts';
export type { OperatorPod, Patch } from './pod.ts';
export type { OperatorResources } from './resources.ts';
export type { OperatorSettings } from './settings.ts';
export {
  imageShape,
  metricsShape,
  operatorEnvironment,
  operatorOptions,
  resources as resourcesShape,
} from './shape.ts';
export type { OperatorDisruptions, OperatorRollingUpdate, OperatorServiceAccount, PodCount } from './workload.ts';
