import type { ContainerStatus, PodStatus } from '@kubewright/runtime/kinds';
import { findEnd } from './container-status.ts';

export type RestartPolicy = 'Always' | 'OnFailure' | 'Never';

/** Whether a container that ended with `exitCode` starts again. */
export function shouldRestart(policy: RestartPolicy, exitCode: number): boolean {
  return policy === 'Always' || (policy === 'OnFailure' && exitCode !== 0);
}

export interface PhaseInput {
  readonly policy: RestartPolicy;
  readonly initContainers: readonly ContainerStatus[];
  readonly containers: readonly ContainerStatus[];
  /** Whether the Pod is terminating, so that no container is started again, whatever its restart policy. */
  readonly over: boolean;
}

/**
 * The phase of a Pod as the kubelet derives it from its containers.
 * https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-phase
 */
export function computePhase(input: PhaseInput): NonNullable<PodStatus['phase']> {
  const { policy, initContainers, containers, over } = input;
  const failed = (status: ContainerStatus): boolean => {
    const code = findEnd(status)?.exitCode ?? 0;
    return code !== 0 && !shouldRestart(initPolicy(policy), code);
  };
  if (initContainers.some(failed)) return 'Failed';
  if ([...initContainers, ...containers].some(hasNeverRun)) return 'Pending';
  if (initContainers.some(({ state }) => state?.running)) return 'Pending';
  if (containers.some(({ state }) => state?.running)) return 'Running';
  const codes = containers.map((status) => findEnd(status)?.exitCode ?? 0);
  if (!over && codes.some((code) => shouldRestart(policy, code))) return 'Running';
  return codes.every((code) => code === 0) ? 'Succeeded' : 'Failed';
}

function hasNeverRun(status: ContainerStatus): boolean {
  return !status.state?.running && findEnd(status) === undefined;
}

/**
 * The restart policy of init containers: one that has succeeded is not restarted, even if the policy of the Pod is
 * Always.
 */
export function initPolicy(policy: RestartPolicy): RestartPolicy {
  return policy === 'Always' ? 'OnFailure' : policy;
}
