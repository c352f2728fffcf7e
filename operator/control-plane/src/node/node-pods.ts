import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

import type { Clock } from '@kubewright/runtime/internal/base';
import type { ContainerStatus } from '@kubewright/runtime/kinds';

import {
  type ContainerName,
  type KubeletHost,
  type LogOptions,
  type PodName,
  KubeletRejection,
} from '../kubelet/index.ts';
import { readLog } from '../logs/read-log.ts';
import type { Endpoint } from '../sockets.ts';
import type { Addresses } from './addresses.ts';
import { getLogFile, parseContainerId, getPodFiles, type PresentPod, type RunBook } from './pods/index.ts';

interface NodePodsOptions {
  readonly book: RunBook;
  readonly clock: Clock;
  readonly addresses: Pick<Addresses, 'resolve'>;
  readonly directory: string;
}

/** Answers the kubelet's requests about Pods of the node. */
export function createNodePods(options: NodePodsOptions): KubeletHost {
  return {
    // Names in a request become parts of paths only after a container with these names was found.
    logs: async (name, wanted, signal) => readPodLogs(find(options.book, name), { ...options, name, wanted, signal }),
    portForward: (name) => {
      const { pod } = findPod(options.book, name);
      return (port) => dial(options.addresses.resolve(pod().status?.podIP ?? '', port));
    },
  };
}

interface LogRequest extends NodePodsOptions {
  readonly name: ContainerName;
  readonly wanted: LogOptions;
  readonly signal: AbortSignal;
}

function readPodLogs({ pod, statuses }: PresentPod, request: LogRequest): AsyncIterable<Buffer> {
  const { name, wanted, signal, clock, directory } = request;
  const { follow, previous, ...query } = wanted;
  const run = loggedRun(name.pod, statuses.of(name.container), previous);
  const isRunning = (): boolean => {
    const { state, ...status } = statuses.of(name.container);
    return state?.running !== undefined && loggedRun(name.pod, { ...status, state }, false) === run;
  };
  const file = getLogFile(getPodFiles(pod(), directory), name.container);
  const following = { clock, hasEnded: () => !isRunning(), signal };
  return readLog(file, { ...query, run, ...(follow && { follow: following }) });
}

/** Connects to a port of a Pod, on the loopback address of its processes. */
async function dial(endpoint: Endpoint | undefined): Promise<Socket> {
  if (endpoint === undefined) throw new KubeletRejection('the Pod has no address');
  const socket = connect({ ...endpoint, allowHalfOpen: true });
  await once(socket, 'connect');
  return socket;
}

/** Finds the Pod with this name. Throws: an error with the kubelet's message if it is not on the node. */
function findPod(book: RunBook, { namespace, pod }: PodName): PresentPod {
  const present = book.findPresent(namespace, pod);
  if (present === undefined) throw new KubeletRejection(`pod "${pod}" does not exist`, 404);
  return present;
}

function find(book: RunBook, name: ContainerName): PresentPod {
  const { pod, container } = name;
  const present = findPod(book, name);
  const { initContainers = [], containers } = present.pod().spec;
  if ([...initContainers, ...containers].some(({ name }) => name === container)) return present;
  throw new KubeletRejection(`container "${container}" not found in pod "${pod}"`, 404);
}

/**
 * Returns the pid of the run whose log is requested: the current run, or else the last one; with `previous` the run
 * before that. Throws: a `KubeletRejection` with the kubelet's message (`validateContainerLogStatus`) if no such run
 * exists.
 */
export function loggedRun(pod: string, status: ContainerStatus, previous: boolean): number {
  const run = previous ? previousRun(status) : presentRun(status);
  if (run !== undefined) return run;
  throw new KubeletRejection(
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
  return containerID === undefined ? undefined : parseContainerId(containerID);
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
