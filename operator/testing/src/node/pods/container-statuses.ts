import { OperatorError } from '@kubewright/runtime/internal/base';
import type { Container, ContainerStatus, Pod } from '@kubewright/runtime/kinds';
import { type ContainerEvent, newStatus, nextStatus } from './container-status.ts';

/** The statuses of one Pod's containers. */
export interface ContainerStatuses {
  readonly initContainers: readonly ContainerStatus[];
  readonly containers: readonly ContainerStatus[];
  of(container: string): ContainerStatus;
  report(container: string, event: ContainerEvent): void;
}

/**
 * Creates the statuses of containers that have not run. If an earlier node ran the Pod (the data of the cluster outlive
 * that node), its running containers count as ended.
 */
export function createContainerStatuses(pod: Pod, at: string, changed: () => void): ContainerStatuses {
  const { initContainers = [], containers } = pod.spec;
  const reason = initContainers.length > 0 ? 'PodInitializing' : 'ContainerCreating';
  const statuses = new Map<string, ContainerStatus>();
  for (const container of initContainers) statuses.set(container.name, newStatus(container, 'PodInitializing'));
  for (const container of containers) statuses.set(container.name, firstStatus(container, pod, { reason, at }));
  const of = (name: string): ContainerStatus => {
    const status = statuses.get(name);
    if (status === undefined)
      throw new OperatorError('CLUSTER_FAILED', `find container ${name}`, { hint: 'the Pod has none of that name' });
    return status;
  };
  return {
    get initContainers() {
      return initContainers.map(({ name }) => of(name));
    },
    get containers() {
      return containers.map(({ name }) => of(name));
    },
    of,
    report(name, event) {
      statuses.set(name, nextStatus(of(name), event));
      changed();
    },
  };
}

function firstStatus(container: Container, { status }: Pod, first: { reason: string; at: string }): ContainerStatus {
  const before = status?.containerStatuses?.find(({ name }) => name === container.name);
  if (before?.containerID === undefined) return newStatus(container, first.reason);
  if (!before.state?.running) return before;
  const { state, ...rest } = nextStatus(before, { type: 'exited', exit: { code: 137, signal: null }, at: first.at });
  const message = 'The container could not be located when the node started';
  return {
    ...rest,
    state: { terminated: { exitCode: 137, ...state?.terminated, reason: 'ContainerStatusUnknown', message } },
  };
}
