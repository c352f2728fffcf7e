import { Duration, Size } from 'cdk8s';
import {
  Capability,
  type ContainerProps,
  type ContainerResources,
  type ContainerSecurityContextProps,
  Cpu,
  ImagePullPolicy,
  Probe,
  Protocol,
  SeccompProfileType,
  Volume,
} from 'cdk8s-plus-28';
import type { Construct } from 'constructs';

import { environmentVariables } from './environment-variables.ts';
import type { OperatorResources } from './options.ts';
import type { OperatorPlan } from './plan.ts';

/** User and group of the operator's process: no name in any image, and never root. */
export const user = 65_532;

/** The operator's one container: PSS restricted, nothing writable but /tmp, settings as environment variables. */
export function operatorContainer(scope: Construct, plan: OperatorPlan): ContainerProps {
  const { ports } = plan;
  return {
    name: 'operator',
    image: plan.image,
    imagePullPolicy: pullPolicies[plan.options.image?.pullPolicy ?? 'IfNotPresent'],
    envVariables: environmentVariables(plan.declaration, plan.environment),
    ports: [
      { name: 'metrics', number: ports.metrics, protocol: Protocol.TCP },
      { name: 'health', number: ports.health, protocol: Protocol.TCP },
    ],
    ...probes(ports.health),
    resources: containerResources(plan.options.resources ?? {}),
    securityContext: restricted,
    volumeMounts: [
      { path: '/tmp', volume: Volume.fromEmptyDir(scope, 'tmp', 'tmp', { sizeLimit: Size.mebibytes(64) }) },
    ],
  };
}

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

/** A minute to start; then restarted after 30 s without an answer, and out of Services after 15 s. */
function probes(port: number): Pick<ContainerProps, 'startup' | 'liveness' | 'readiness'> {
  const timeoutSeconds = Duration.seconds(5);
  return {
    startup: Probe.fromHttpGet('/healthz', {
      port,
      timeoutSeconds,
      periodSeconds: Duration.seconds(2),
      failureThreshold: 30,
    }),
    liveness: Probe.fromHttpGet('/healthz', {
      port,
      timeoutSeconds,
      periodSeconds: Duration.seconds(10),
      failureThreshold: 3,
    }),
    readiness: Probe.fromHttpGet('/readyz', {
      port,
      timeoutSeconds,
      periodSeconds: Duration.seconds(5),
      failureThreshold: 3,
    }),
  };
}

/** What the options say, with the operator's own amounts for what they leave open. */
export function containerResources(given: OperatorResources): ContainerResources {
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
