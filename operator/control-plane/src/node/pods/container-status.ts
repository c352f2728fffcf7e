import { constants } from 'node:os';

import type { Container, ContainerStateTerminated, ContainerStatus, Pod } from '@kubewright/runtime/kinds';
import { OperatorError } from '@kubewright/runtime/internal/base';

import type { ProcessExit } from '../../processes/index.ts';

/** What happens to a container. Times are RFC 3339 timestamps. */
export type ContainerEvent =
  | { readonly type: 'waiting'; readonly reason: string; readonly message?: string }
  | { readonly type: 'running'; readonly containerID: string; readonly imageID: string; readonly at: string }
  | { readonly type: 'startup succeeded' }
  | { readonly type: 'readiness'; readonly ready: boolean }
  | { readonly type: 'start failed'; readonly message: string; readonly at: string }
  | { readonly type: 'exited'; readonly exit: ProcessExit; readonly at: string };

/** The status of a container that has not run yet. */
export function createStatus({ name, image }: Container, reason: string): ContainerStatus {
  const state = { waiting: { reason } };
  return { name, image: image ?? '', imageID: '', ready: false, started: false, restartCount: 0, state };
}

export function nextStatus(status: ContainerStatus, event: ContainerEvent): ContainerStatus {
  switch (event.type) {
    case 'waiting': {
      const { type: _, ...waiting } = event;
      return { ...markStopped(status), ...pickLastState(status), state: { waiting } };
    }
    case 'running': {
      const { containerID, imageID, at } = event;
      const restartCount = findEnd(status) === undefined ? status.restartCount : status.restartCount + 1;
      const state = { running: { startedAt: at } };
      return { ...markStopped(status), ...pickLastState(status), containerID, imageID, restartCount, state };
    }
    case 'startup succeeded':
      return { ...status, started: true };
    case 'readiness':
      return { ...status, ready: event.ready };
    case 'start failed': {
      const { message, at } = event;
      const terminated = { exitCode: 128, reason: 'StartError', message, startedAt: at, finishedAt: at };
      const { containerID: _, ...rest } = status;
      return { ...markStopped(rest), ...pickLastState(status), state: { terminated } };
    }
    case 'exited':
      return { ...markStopped(status), state: { terminated: buildTerminated(event, status) } };
  }
}

/** Returns the last termination of a container; `undefined` if it has never ended. */
export function findEnd({ state, lastState }: ContainerStatus): ContainerStateTerminated | undefined {
  return state?.terminated ?? lastState?.terminated;
}

/** The exit code as shells report it: 128 plus the number of the signal that ended the process. */
export function getExitCode({ code, signal }: ProcessExit): number {
  return code ?? 128 + (constants.signals[signal as NodeJS.Signals] || 0);
}

function markStopped(status: ContainerStatus): ContainerStatus {
  return { ...status, ready: false, started: false };
}

function pickLastState({ state }: ContainerStatus): Pick<ContainerStatus, 'lastState'> {
  return state?.terminated ? { lastState: { terminated: state.terminated } } : {};
}

function buildTerminated(
  { exit, at }: Extract<ContainerEvent, { type: 'exited' }>,
  { state, containerID }: ContainerStatus,
): ContainerStateTerminated {
  const exitCode = getExitCode(exit);
  return {
    exitCode,
    reason: exitCode === 0 ? 'Completed' : 'Error',
    startedAt: state?.running?.startedAt ?? at,
    finishedAt: at,
    ...(containerID !== undefined && { containerID }),
  };
}

export interface ContainerStatuses {
  readonly initContainers: readonly ContainerStatus[];
  readonly containers: readonly ContainerStatus[];
  of(container: string): ContainerStatus;
  report(container: string, event: ContainerEvent): void;
}

/**
 * Creates the statuses of containers that have not run. If an earlier node ran the Pod, its running containers count as
 * ended: the data of a cluster may outlive its node.
 */
export function createContainerStatuses(pod: Pod, at: string, changed: () => void): ContainerStatuses {
  const { initContainers = [], containers } = pod.spec;
  const reason = initContainers.length > 0 ? 'PodInitializing' : 'ContainerCreating';
  const statuses = new Map<string, ContainerStatus>();
  for (const container of initContainers) statuses.set(container.name, createStatus(container, 'PodInitializing'));
  for (const container of containers) statuses.set(container.name, firstStatus(container, pod, { reason, at }));
  const of = (name: string): ContainerStatus => {
    const status = statuses.get(name);
    if (status === undefined)
      throw new OperatorError('CLUSTER_FAILED', `find container ${name}`, {
        hint: 'the Pod does not have this container',
      });
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
  if (before?.containerID === undefined) return createStatus(container, first.reason);
  if (!before.state?.running) return before;
  const { state, ...rest } = nextStatus(before, { type: 'exited', exit: { code: 137, signal: null }, at: first.at });
  const message = 'The container could not be located when the node started';
  return {
    ...rest,
    state: { terminated: { exitCode: 137, ...state?.terminated, reason: 'ContainerStatusUnknown', message } },
  };
}
