import type { Quantity } from '../../../shape/index.ts';

/**
 * The resource requests and limits of the operator's container: quantities of Kubernetes, such as `0.5`, `500m` or `1Gi`.
 *
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
 */
export interface OperatorResources {
  /** @default '100m' */
  readonly cpuRequest?: Quantity;
  /** @default - none: a throttled leader can lose its Lease */
  readonly cpuLimit?: Quantity;
  /** @default '128Mi' */
  readonly memoryRequest?: Quantity;
  /** @default '256Mi' */
  readonly memoryLimit?: Quantity;
}
