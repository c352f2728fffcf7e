import { Size } from 'cdk8s';
import {
  Capability,
  type ContainerResources,
  type ContainerSecurityContextProps,
  Cpu,
  ImagePullPolicy,
  SeccompProfileType,
} from 'cdk8s-plus-28';

/** User id and group id of our processes: not root, and without a name in the image. */
export const user = 65_532;

/** Passes Pod Security "restricted". The root file system is read-only: only mounted volumes are writable. */
export const restricted: ContainerSecurityContextProps = {
  user,
  group: user,
  ensureNonRoot: true,
  readOnlyRootFilesystem: true,
  allowPrivilegeEscalation: false,
  capabilities: { drop: [Capability.ALL] },
  seccompProfile: { type: SeccompProfileType.RUNTIME_DEFAULT },
};

export const pullPolicies = {
  Always: ImagePullPolicy.ALWAYS,
  IfNotPresent: ImagePullPolicy.IF_NOT_PRESENT,
  Never: ImagePullPolicy.NEVER,
};

/** Requests and limits of a container, as Kubernetes quantities. */
export interface ContainerAmounts {
  readonly cpuRequest?: string;
  readonly cpuLimit?: string;
  readonly memoryRequest?: string;
  readonly memoryLimit?: string;
}

/**
 * The given requests and limits, with defaults for those that are not given.
 *
 * Throws if a quantity is invalid, or if a limit is below its request: the API server would refuse every Pod.
 */
export function containerResources(given: ContainerAmounts): ContainerResources {
  const { cpuRequest = '100m', cpuLimit, memoryRequest = '128Mi', memoryLimit = '256Mi' } = given;
  const cpu = amounts('cpu', 'm', { request: cpuRequest, limit: cpuLimit });
  const memory = amounts('memory', 'Mi', { request: memoryRequest, limit: memoryLimit });
  return {
    cpu: {
      request: Cpu.millis(cpu.request),
      ...(cpu.limit !== undefined && { limit: Cpu.millis(cpu.limit) }),
    },
    memory: {
      request: Size.mebibytes(memory.request),
      ...(memory.limit !== undefined && { limit: Size.mebibytes(memory.limit) }),
    },
  };
}

interface Bounds<T> {
  readonly request: T;
  readonly limit: T | undefined;
}

function amounts(resource: 'cpu' | 'memory', unit: string, given: Bounds<string>): Bounds<number> {
  const request = amount(given.request, unit);
  const limit = given.limit === undefined ? undefined : amount(given.limit, unit);
  if (limit === undefined || limit >= request) return { request, limit };
  throw new Error(
    `resources: ${resource}Limit ${limit}${unit} is below ${resource}Request ${request}${unit}: ` +
      `raise the limit, or set a ${resource}Request that is no more than it`,
  );
}

function amount(quantity: string, unit: string): number {
  const number = /^[1-9]\d*/.exec(quantity)?.[0];
  if (number !== undefined && quantity === number + unit) return Number(number);
  throw new Error(
    `resources: ${JSON.stringify(quantity)} must be a whole number with the unit ${unit}, like 100${unit}`,
  );
}
