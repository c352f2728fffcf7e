import type { ResourceRequirements } from 'kubernetes-types/core/v1';
import { amountOf, type Quantity } from '../../options/index.ts';

import { OptionError } from '../checks/index.ts';

/** Requests and limits of a container, as quantities of Kubernetes. */
export interface ContainerAmounts {
  readonly cpuRequest?: Quantity;
  readonly cpuLimit?: Quantity;
  readonly memoryRequest?: Quantity;
  readonly memoryLimit?: Quantity;
}

/**
 * Pure: the given requests and limits, with defaults for those that are not given.
 *
 * Throws if a limit is below its request: the API server would refuse every Pod.
 */
export function containerResources(given: ContainerAmounts): ResourceRequirements {
  const { cpuRequest = '100m', cpuLimit, memoryRequest = '128Mi', memoryLimit = '256Mi' } = given;
  checkBounds('cpu', cpuRequest, cpuLimit);
  checkBounds('memory', memoryRequest, memoryLimit);
  return {
    requests: { cpu: String(cpuRequest), memory: String(memoryRequest) },
    limits: { ...(cpuLimit !== undefined && { cpu: String(cpuLimit) }), memory: String(memoryLimit) },
  };
}

function checkBounds(resource: 'cpu' | 'memory', request: Quantity, limit: Quantity | undefined): void {
  if (limit === undefined || (amountOf(limit) ?? 0) >= (amountOf(request) ?? 0)) return;
  throw new OptionError(
    `resources: ${resource}Limit ${limit} is below ${resource}Request ${request}: ` +
      `raise the limit, or set a ${resource}Request that is no more than it`,
  );
}
