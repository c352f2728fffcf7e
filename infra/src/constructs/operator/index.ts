/**
 * The operator as a cdk8s construct.
 *
 * `options.ts` has the options, and `plan.ts` computes everything else from them, with `image.ts`, `settings.ts`,
 * `setting-format.ts`, `lease-timing.ts`, `metrics.ts` and `environment-variables.ts`. `operator.ts` creates the
 * objects, with `deployment.ts`, `container.ts` and `network.ts`.
 */
export { areServed } from './metrics.ts';
export { Operator } from './operator.ts';
export {
  type CpuQuantity,
  type MemoryQuantity,
  type OperatorEnvironment,
  type OperatorImage,
  type OperatorMetrics,
  type OperatorOptions,
  type OperatorProps,
  type OperatorResources,
  type OperatorSettings,
} from './options.ts';
