import {
  waitForAbort,
  combineSignals,
  compareResourceVersions,
  getKey,
  formatKey,
  formatTimestamp,
} from '@kubewright/runtime/internal/base';
import type { Pod, PodStatus } from '@kubewright/runtime/kinds';
import type { PodPlacement } from '../environment/index.ts';
import { type ContainerStatuses, createContainerStatuses } from './container-status.ts';
import { createLatestWriter, type LatestWriter } from './latest-writer.ts';
import type { PodReport } from './pod-api.ts';
import type { PodContext } from './pod-context.ts';
import { buildLogAnnotations, getPodFiles } from './pod-files.ts';
import { runPod } from './pod-run.ts';
import { buildPodStatus } from './pod-status.ts';
import type { RunBook } from './run-book.ts';
import { createStop } from './stop.ts';

const retryMs = 1_000;

/** Runs one Pod, from its placement on the node until its object is deleted. */
export class PodWorker {
  /** Resolves when only the Pod's logs remain on this machine. Never rejects. */
  readonly done: Promise<void>;
  readonly #context: PodContext;
  readonly #statuses: ContainerStatuses;
  readonly #writer: LatestWriter<PodReport>;
  readonly #stop;
  /** Aborts when the Pod is terminating. Its object is removed once all containers have ended. */
  readonly #terminating = new AbortController();
  /** Aborts when the status is no longer reported: the object is deleted, or the node stops. */
  readonly #stopReporting = new AbortController();
  readonly #startTime: string;
  #pod: Pod;
  #place: PodPlacement | undefined;
  #prepared = false;
  #over = false;
  #last: PodStatus | undefined;
  #written: Written | undefined;

  constructor(pod: Pod, context: PodContext, book: RunBook) {
    const { clock } = context;
    const logger = context.logger.child({ pod: formatKey(getKey(pod)), uid: pod.metadata.uid });
    this.#pod = pod;
    this.#last = pod.status;
    this.#context = { ...context, logger };
    this.#stop = createStop(clock);
    this.#startTime = pod.status?.startTime ?? formatTimestamp(clock);
    this.#statuses = createContainerStatuses(pod, formatTimestamp(clock), () => this.#report());
    this.#writer = createLatestWriter({
      write: (report) => this.#write(report),
      clock,
      logger,
      signal: this.#stopReporting.signal,
    });
    this.#take(pod);
    this.done = this.#run(book).catch((error: unknown) => logger.error(error, 'failed to run a Pod'));
  }

  update(pod: Pod): void {
    this.#take(pod);
    if (hasEnded(pod)) return;
    this.#report();
    if (this.#written !== undefined && isOverwritten(this.#written, pod)) this.#writer.rewrite();
  }

  /** Called when the object is deleted: kills running processes. */
  onObjectDeleted(): void {
    this.stop(0);
  }

  /** Called when the node stops: ends the Pod's processes, and leaves its object unchanged. */
  stop(graceMs: number): void {
    this.#stopReporting.abort();
    this.#stop.end(graceMs);
  }

  async #run(book: RunBook): Promise<void> {
    using stop = this.#stop;
    using _here = book.register({ pod: () => this.#pod, statuses: this.#statuses });
    if (!hasEnded(this.#pod)) {
      this.#report();
      await runPod({
        pod: () => this.#pod,
        statuses: this.#statuses,
        stop,
        context: this.#context,
        book,
        onPlaced: (place) => this.#report(() => (this.#place = place)),
        onPrepared: () => this.#report(() => (this.#prepared = true)),
      });
    }
    await waitForAbort(combineSignals(this.#terminating.signal, this.#stopReporting.signal));
    if (!this.#stopReporting.signal.aborted) await this.#remove();
  }

  /** Called when all containers have ended: writes the last status, then removes the object. */
  async #remove(): Promise<void> {
    const { api, clock, logger } = this.#context;
    if (!hasEnded(this.#pod)) this.#report(() => (this.#over = true));
    await this.#writer.waitUntilIdle();
    while (!this.#stopReporting.signal.aborted) {
      try {
        await api.remove(this.#pod);
        return;
      } catch (error) {
        logger.error(error, 'failed to remove a Pod');
        await clock.sleep(retryMs, this.#stopReporting.signal).catch(() => undefined);
      }
    }
  }

  #take(pod: Pod): void {
    this.#pod = pod;
    const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = pod.metadata;
    if (deletionTimestamp === undefined) return;
    this.#stop.end(deletionGracePeriodSeconds * 1000);
    this.#terminating.abort();
  }

  /** Applies `change` to the statuses, then writes the status of the Pod. */
  #report(change?: () => void): void {
    change?.();
    const { clock, directory } = this.#context;
    const { initContainers, containers } = this.#statuses;
    this.#last = buildPodStatus({
      pod: this.#pod,
      initContainers,
      containers,
      ...(this.#place && { place: this.#place }),
      prepared: this.#prepared,
      over: this.#over,
      startTime: this.#startTime,
      before: this.#last,
      now: formatTimestamp(clock),
    });
    this.#writer.set({
      status: this.#last,
      annotations: buildLogAnnotations(this.#pod, getPodFiles(this.#pod, directory)),
    });
  }

  async #write(report: PodReport): Promise<void> {
    const written = await this.#context.api.writeStatus(this.#pod, report);
    if (written === undefined) this.onObjectDeleted();
    else this.#written = { status: report.status, resourceVersion: written.metadata.resourceVersion };
  }
}

interface Written {
  readonly status: PodStatus;
  readonly resourceVersion: string;
}

function hasEnded({ status }: Pod): boolean {
  return status?.phase === 'Succeeded' || status?.phase === 'Failed';
}

/**
 * Whether another client has changed the conditions that this node wrote: the node lifecycle controller sets the Pods
 * of a node without heartbeats to not ready.
 */
function isOverwritten(written: Written, { metadata, status }: Pod): boolean {
  if (compareResourceVersions(metadata.resourceVersion, written.resourceVersion) <= 0) return false;
  const now = new Map(status?.conditions?.map((condition) => [condition.type, condition.status]));
  return (written.status.conditions ?? []).some((condition) => now.get(condition.type) !== condition.status);
}
