import type { ContainerStatus } from '@kubewright/runtime/kinds';
import { Refusal } from '../../kubelet/index.ts';
import { pidIn } from './run-book.ts';

/**
 * The process whose output the log of a container is: of its present run, of the last one if none is present, or of the
 * one before.
 *
 * Throws: a `Refusal` if there was no such run, in the words of the kubelet (`validateContainerLogStatus`).
 */
export function loggedRun(pod: string, status: ContainerStatus, previous: boolean): number {
  const run = previous ? previousRun(status) : presentRun(status);
  if (run !== undefined) return run;
  throw new Refusal(
    previous ? `previous terminated ${ref(pod, status)} not found` : `${ref(pod, status)} ${why(status)}`,
  );
}

function presentRun({ state, containerID, lastState }: ContainerStatus): number | undefined {
  if (state?.running) return pidOf(containerID);
  return pidOf(state?.terminated?.containerID) ?? pidOf(lastState?.terminated?.containerID);
}

function previousRun({ lastState }: ContainerStatus): number | undefined {
  return pidOf(lastState?.terminated?.containerID);
}

function pidOf(containerID: string | undefined): number | undefined {
  return containerID === undefined ? undefined : pidIn(containerID);
}

function ref(pod: string, { name }: ContainerStatus): string {
  return `container "${name}" in pod "${pod}"`;
}

function why({ state, lastState }: ContainerStatus): string {
  if (state?.terminated ?? lastState?.terminated) return 'is terminated';
  const reason = state?.waiting?.reason;
  if (reason === undefined) return 'is waiting to start - no logs yet';
  return `is waiting to start: ${reason === 'ErrImagePull' ? "image can't be pulled" : reason}`;
}
