import type { ContainerStatus, PodStatus } from '@kubewright/runtime/kinds';
import { findEnd } from './container-status.ts';

export type RestartPolicy = 'Always' | 'OnFailure' | 'Never';

export function shouldRestart(policy: RestartPolicy, exitCode: number): boolean {
  return policy === 'Always' || (policy === 'OnFailure' && exitCode !== 0);
}

export interface PhaseInput {
  readonly policy: RestartPolicy;
  readonly initContainers: readonly ContainerStatus[];
  readonly containers: readonly ContainerStatus[];
  /** Whether the Pod is terminating, so that containers are not restarted under any restart policy. */
  readonly over: boolean;
}

/**
 * Derives the phase of a Pod from its containers, like a kubelet.
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
 * The restart policy of init containers: one that has succeeded is not restarted, even if the Pod's policy is Always.
 */
export function initPolicy(policy: RestartPolicy): RestartPolicy {
  return policy === 'Always' ? 'OnFailure' : policy;
}
