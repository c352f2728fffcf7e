import type { Clock } from '../../runtime/base/index.ts';
import { type ContainerName, type KubeletHost, type LogOptions, Refusal } from '../kubelet/index.ts';
import { readLog } from '../logs/index.ts';
import { logFileOf, loggedRun, podFilesOf, type PresentPod, type RunBook } from './pods/index.ts';

export interface NodePodsOptions {
  readonly book: RunBook;
  readonly clock: Clock;
  /** Holds the logs of Pods. */
  readonly directory: string;
}

/** What the kubelet of a node can tell of its Pods. */
export function nodePods(options: NodePodsOptions): KubeletHost {
  return {
    // A name in a request never becomes a part of a path before a container of that name was found.
    logs: async (name, wanted, signal) => logs(find(options.book, name), { ...options, name, wanted, signal }),
  };
}

interface LogRequest extends NodePodsOptions {
  readonly name: ContainerName;
  readonly wanted: LogOptions;
  readonly signal: AbortSignal;
}

function logs({ pod, statuses }: PresentPod, request: LogRequest): AsyncIterable<Buffer> {
  const { name, wanted, signal, clock, directory } = request;
  const { follow, previous, ...query } = wanted;
  const run = loggedRun(name.pod, statuses.of(name.container), previous);
  const isRunning = (): boolean => {
    const { state, ...status } = statuses.of(name.container);
    return state?.running !== undefined && loggedRun(name.pod, { ...status, state }, false) === run;
  };
  const file = logFileOf(podFilesOf(pod(), directory), name.container);
  const following = { clock, hasEnded: () => !isRunning(), signal };
  return readLog(file, { ...query, run, ...(follow && { follow: following }) });
}

/** In the kubelet's words. */
function find(book: RunBook, { namespace, pod, container }: ContainerName): PresentPod {
  const present = book.present(namespace, pod);
  if (present === undefined) throw new Refusal(`pod "${pod}" does not exist`, 404);
  const { initContainers = [], containers } = present.pod().spec;
  if ([...initContainers, ...containers].some(({ name }) => name === container)) return present;
  throw new Refusal(`container "${container}" not found in pod "${pod}"`, 404);
}
