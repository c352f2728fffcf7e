import { Size } from 'cdk8s';
import {
  Capability,
  type ContainerResources,
  type ContainerSecurityContextProps,
  Cpu,
  ImagePullPolicy,
  SeccompProfileType,
} from 'cdk8s-plus-28';

/** User and group of our processes: no name in any image, and never root. */
export const user = 65_532;

/** Pod Security "restricted", and nothing writable but what is mounted. */
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

/** CPU and memory of a container, as Kubernetes writes them. */
export interface ContainerAmounts {
  readonly cpuRequest?: string;
  readonly cpuLimit?: string;
  readonly memoryRequest?: string;
  readonly memoryLimit?: string;
}

/** What the options say, with the operator's own amounts for what they leave open. */
export function containerResources(given: ContainerAmounts): ContainerResources {
  const { cpuRequest = '100m', cpuLimit, memoryRequest = '128Mi', memoryLimit = '256Mi' } = given;
  return {
    cpu: {
      request: Cpu.millis(amount(cpuRequest, 'm')),
      ...(cpuLimit && { limit: Cpu.millis(amount(cpuLimit, 'm')) }),
    },
    memory: { request: Size.mebibytes(amount(memoryRequest, 'Mi')), limit: Size.mebibytes(amount(memoryLimit, 'Mi')) },
  };
}

function amount(quantity: string, unit: string): number {
  const number = /^[1-9]\d*/.exec(quantity)?.[0];
  if (number !== undefined && quantity === number + unit) return Number(number);
  throw new Error(
    `resources: ${JSON.stringify(quantity)} must be a whole number with the unit ${unit}, like 100${unit}`,
  );
}
