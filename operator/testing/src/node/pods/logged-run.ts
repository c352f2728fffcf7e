import type { ContainerStatus } from '@kubewright/runtime/kinds';
import { Refusal } from '../../kubelet/index.ts';
import { pidIn } from './run-book.ts';

/**
 * The pid of the run whose log is requested: the current run, or else the last one; with `previous`, the run before.
 *
 * Throws: a `Refusal` with the kubelet's message (`validateContainerLogStatus`) if there was no such run.
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
