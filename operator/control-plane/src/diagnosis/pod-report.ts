import type { ContainerState, ContainerStatus, Pod } from '@kubewright/runtime/kinds';

export interface PodEvent {
  readonly reason: string;
  readonly message: string;
}

/** Whether the Pod should be ready but is not. A Pod that has succeeded does not count. */
export function isUnready({ status }: Pod): boolean {
  if (status?.phase === 'Succeeded') return false;
  return !status?.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True');
}

/** Explains why a Pod is not ready, line by line: its conditions, its containers, and the warnings about it. */
export function describePod(pod: Pod, warnings: readonly PodEvent[]): readonly string[] {
  return [
    describeHead(pod),
    ...describeConditions(pod),
    ...listContainers(pod).map((container) => `  ${describeContainer(container)}`),
    ...warnings.map(({ reason, message }) => `  Warning ${reason}: ${message}`),
  ];
}

function describeHead({ metadata, spec, status }: Pod): string {
  const place = spec.nodeName === undefined ? 'without a node' : `on ${spec.nodeName}`;
  const deleted = metadata.deletionTimestamp === undefined ? '' : ', being deleted';
  return `Pod ${metadata.namespace}/${metadata.name} ${place}: ${status?.phase ?? 'Pending'}${deleted}`;
}

function describeConditions({ status }: Pod): readonly string[] {
  return (
    (status?.conditions ?? [])
      // Omits `ContainersReady`, because `Ready` repeats it.
      .filter(({ type, status: value, message }) => type !== 'ContainersReady' && value !== 'True' && message)
      .map(({ type, reason, message }) => `  ${type}: ${joinMessage(reason, message)}`)
  );
}

function listContainers({ status }: Pod): readonly ContainerStatus[] {
  return [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])].filter(
    (container) => !isDone(container),
  );
}

/** Whether an init container has completed, or a container is ready. */
function isDone({ ready, state }: ContainerStatus): boolean {
  return ready || state?.terminated?.exitCode === 0;
}

function describeContainer({ name, state, lastState, restartCount }: ContainerStatus): string {
  const before = lastState?.terminated ? `; before: ${describeState(lastState)}` : '';
  const restarts = restartCount === 0 ? '' : `, restarted ${String(restartCount)} times`;
  return `container ${name}: ${describeState(state)}${restarts}${before}`;
}

function describeState({ waiting, running, terminated }: ContainerState = {}): string {
  if (waiting) return `waiting, ${joinMessage(waiting.reason, waiting.message)}`;
  if (terminated)
    return `ended with exit code ${String(terminated.exitCode)}, ${joinMessage(terminated.reason, terminated.message)}`;
  return running ? 'running, but not ready' : 'not started';
}

function joinMessage(reason = 'without a reason', message = ''): string {
  return message === '' ? reason : `${reason}: ${message}`;
}
