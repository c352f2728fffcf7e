import { keyText } from '../../../runtime/base/index.ts';
import type { Pod } from '../../../runtime/kinds/index.ts';
import type { RunningProcess } from '../../processes/index.ts';
import type { ContainerStatuses } from './container-statuses.ts';

/** One container of one Pod. */
export interface ContainerRef {
  readonly pod: Pod;
  readonly container: string;
}

interface ContainerEntry {
  readonly logFile: string;
  /** Every process that was started for it, in order. */
  readonly pids: number[];
  running?: number;
}

/** A Pod of the node, as it is now. */
export interface PresentPod {
  readonly pod: () => Pod;
  readonly statuses: ContainerStatuses;
}

/** What really ran: kept while the node runs, also for Pods that have gone. */
export class RunBook {
  /** By uid; the last one of a name is the newest. */
  readonly #pods = new Map<string, { readonly key: string; readonly containers: Map<string, ContainerEntry> }>();

  readonly #present = new Map<string, PresentPod>();

  /** The Pod is on the node until the result is disposed. */
  meet(present: PresentPod): Disposable {
    const { namespace = '', name } = present.pod().metadata;
    const key = keyText({ namespace, name });
    this.#present.set(key, present);
    return {
      [Symbol.dispose]: () => {
        // One of the same name may have come meanwhile.
        if (this.#present.get(key) === present) this.#present.delete(key);
      },
    };
  }

  /** `undefined`: no such Pod is on the node. */
  present(namespace: string, name: string): PresentPod | undefined {
    return this.#present.get(keyText({ namespace, name }));
  }

  expect({ pod, container }: ContainerRef, logFile: string): void {
    const { uid, namespace = '', name } = pod.metadata;
    const entry = this.#pods.get(uid) ?? { key: keyText({ namespace, name }), containers: new Map() };
    entry.containers.set(container, { logFile, pids: [] });
    this.#pods.set(uid, entry);
  }

  started({ pod, container }: ContainerRef, process: RunningProcess): void {
    const entry = this.#pods.get(pod.metadata.uid)?.containers.get(container);
    entry?.pids.push(process.pid);
    if (entry) entry.running = process.pid;
    void process.exited.then(() => {
      if (entry?.running === process.pid) delete entry.running;
    });
  }

  /** The process that runs for a container now; of Pods of the same name, the newest counts. */
  pidOf(namespace: string, pod: string, container: string): number | undefined {
    return this.#find(namespace, pod)?.get(container)?.running;
  }

  logFileOf(namespace: string, pod: string, container: string): string | undefined {
    return this.#find(namespace, pod)?.get(container)?.logFile;
  }

  /** Whether each container of the Pod that its status calls started is one of our processes. */
  hasRun({ metadata, status }: Pod): boolean {
    const containers = this.#pods.get(metadata.uid)?.containers;
    const statuses = status?.containerStatuses ?? [];
    return statuses.length > 0 && statuses.every(({ name, containerID }) => isOurs(containers?.get(name), containerID));
  }

  #find(namespace: string, name: string): ReadonlyMap<string, ContainerEntry> | undefined {
    const key = keyText({ namespace, name });
    return [...this.#pods.values()].findLast((entry) => entry.key === key)?.containers;
  }
}

const scheme = 'process://';

/** A process as a container's status names it. */
export function containerIdOf(pid: number): string {
  return scheme + String(pid);
}

/** The process that `containerID` names; `undefined` if it names none. */
export function pidIn(containerID: string): number | undefined {
  const pid = containerID.startsWith(scheme) ? Number(containerID.slice(scheme.length)) : Number.NaN;
  return Number.isSafeInteger(pid) ? pid : undefined;
}

function isOurs(entry: ContainerEntry | undefined, containerID: string | undefined): boolean {
  return entry?.pids.some((pid) => containerIdOf(pid) === containerID) === true;
}
