import { formatKey } from '@kubewright/runtime/internal/base';
import type { Pod } from '@kubewright/runtime/kinds';
import type { RunningProcess } from '../../processes/index.ts';
import type { RanPod } from '../real-node.ts';
import type { ContainerStatuses } from './container-status.ts';

export interface ContainerRef {
  readonly pod: Pod;
  readonly container: string;
}

interface ContainerEntry {
  readonly logFile: string;
  /** The pids of the container's processes, in start order. */
  readonly pids: number[];
  running?: RunningProcess;
}

export interface PresentPod {
  readonly pod: () => Pod;
  readonly statuses: ContainerStatuses;
}

/** Records the processes of all containers. Keeps those of deleted Pods while the node runs. */
export class RunBook {
  /** Pods by uid, in creation order: of several Pods with one name, the last one is the newest. */
  readonly #pods = new Map<string, { readonly key: string; readonly containers: Map<string, ContainerEntry> }>();

  readonly #present = new Map<string, PresentPod>();

  /** Records that the Pod is on the node, until the result is disposed. */
  register(present: PresentPod): Disposable {
    const { namespace, name } = present.pod().metadata;
    const key = formatKey({ namespace, name });
    this.#present.set(key, present);
    return {
      [Symbol.dispose]: () => {
        // Another Pod with the same name may already be on the node.
        if (this.#present.get(key) === present) this.#present.delete(key);
      },
    };
  }

  /** Finds a Pod; `undefined` if it is not on the node. */
  findPresent(namespace: string, name: string): PresentPod | undefined {
    return this.#present.get(formatKey({ namespace, name }));
  }

  expect({ pod, container }: ContainerRef, logFile: string): void {
    const { uid, namespace, name } = pod.metadata;
    const entry = this.#pods.get(uid) ?? { key: formatKey({ namespace, name }), containers: new Map() };
    entry.containers.set(container, { logFile, pids: [] });
    this.#pods.set(uid, entry);
  }

  recordStart({ pod, container }: ContainerRef, process: RunningProcess): void {
    const entry = this.#pods.get(pod.metadata.uid)?.containers.get(container);
    if (entry === undefined) return;
    entry.pids.push(process.pid);
    entry.running = process;
    void process.exited.then(() => {
      if (entry.running === process) delete entry.running;
    });
  }

  /** Returns the pid of the running process of a container, in the newest Pod with this name. */
  findPid(namespace: string, pod: string, container: string): number | undefined {
    return this.#find(namespace, pod)?.get(container)?.running?.pid;
  }

  findLogFile(namespace: string, pod: string, container: string): string | undefined {
    return this.#find(namespace, pod)?.get(container)?.logFile;
  }

  /** Whether each container in the Pod's status is or was a process of this node. */
  hasRun({ metadata, status }: RanPod): boolean {
    const containers = this.#pods.get(metadata.uid)?.containers;
    const statuses = status?.containerStatuses ?? [];
    return statuses.length > 0 && statuses.every(({ name, containerID }) => isOurs(containers?.get(name), containerID));
  }

  #find(namespace: string, name: string): ReadonlyMap<string, ContainerEntry> | undefined {
    const key = formatKey({ namespace, name });
    return [...this.#pods.values()].findLast((entry) => entry.key === key)?.containers;
  }
}

const scheme = 'process://';

/** Formats the `containerID` of a process, for the status of a container. */
export function formatContainerId(pid: number): string {
  return scheme + String(pid);
}

/** Parses the pid of a `containerID`; `undefined` if it does not belong to a process. */
export function parseContainerId(containerID: string): number | undefined {
  const pid = containerID.startsWith(scheme) ? Number(containerID.slice(scheme.length)) : Number.NaN;
  return Number.isSafeInteger(pid) ? pid : undefined;
}

function isOurs(entry: ContainerEntry | undefined, containerID: string | undefined): boolean {
  return entry?.pids.some((pid) => formatContainerId(pid) === containerID) === true;
}
