import {
  aborted,
  anySignal,
  compareResourceVersions,
  keyOf,
  keyText,
  timestamp,
} from '@kubewright/runtime/internal/base';
import type { Pod, PodStatus } from '@kubewright/runtime/kinds';
import type { Place } from '../environment/index.ts';
import { type ContainerStatuses, createContainerStatuses } from './container-statuses.ts';
import { createLatestWriter, type LatestWriter } from './latest-writer.ts';
import type { PodReport } from './pod-api.ts';
import type { PodContext } from './pod-context.ts';
import { logAnnotationsOf, podFilesOf } from './pod-files.ts';
import { runPod } from './pod-run.ts';
import { podStatus } from './pod-status.ts';
import type { RunBook } from './run-book.ts';
import { createStop } from './stop.ts';

const retryMs = 1_000;

/** Runs one Pod, from when it is placed on the node until its object is deleted. */
export class PodWorker {
  /** Resolves when nothing of the Pod is left on this machine but its logs. Never rejects. */
  readonly done: Promise<void>;
  readonly #context: PodContext;
  readonly #statuses: ContainerStatuses;
  readonly #writer: LatestWriter<PodReport>;
  readonly #stop;
  /** Aborts when the object is to be removed once everything has ended. */
  readonly #deleted = new AbortController();
  /** Aborts when nothing is to be reported any more: the object is deleted, or the node stops. */
  readonly #gone = new AbortController();
  readonly #startTime: string;
  #pod: Pod;
  #place: Place | undefined;
  #prepared = false;
  #over = false;
  #last: PodStatus | undefined;
  #written: Written | undefined;

  constructor(pod: Pod, context: PodContext, book: RunBook) {
    const { clock } = context;
    const logger = context.logger.child({ pod: keyText(keyOf(pod)), uid: pod.metadata.uid });
    this.#pod = pod;
    this.#last = pod.status;
    this.#context = { ...context, logger };
    this.#stop = createStop(clock);
    this.#startTime = pod.status?.startTime ?? timestamp(clock);
    this.#statuses = createContainerStatuses(pod, timestamp(clock), () => this.#report());
    this.#writer = createLatestWriter({
      write: (report) => this.#write(report),
      clock,
      logger,
      signal: this.#gone.signal,
    });
    this.#take(pod);
    this.done = this.#live(book).catch((error: unknown) => logger.error(error, 'Pod given up'));
  }

  /** A newer version of the Pod. */
  update(pod: Pod): void {
    this.#take(pod);
    if (hasEnded(pod)) return;
    this.#report();
    if (this.#written !== undefined && isUndone(this.#written, pod)) this.#writer.again();
  }

  /** The Pod's object is deleted: whatever still runs is killed. */
  vanished(): void {
    this.stop(0);
  }

  /** The node stops: the Pod's processes end, its object stays as it is. */
  stop(graceMs: number): void {
    this.#gone.abort();
    this.#stop.end(graceMs);
  }

  async #live(book: RunBook): Promise<void> {
    using stop = this.#stop;
    using _here = book.meet({ pod: () => this.#pod, statuses: this.#statuses });
    if (!hasEnded(this.#pod)) {
      this.#report();
      await runPod({
        pod: () => this.#pod,
        statuses: this.#statuses,
        stop,
        context: this.#context,
        book,
        placed: (place) => this.#report(() => (this.#place = place)),
        prepared: () => this.#report(() => (this.#prepared = true)),
      });
    }
    await aborted(anySignal(this.#deleted.signal, this.#gone.signal));
    if (!this.#gone.signal.aborted) await this.#remove();
  }

  /** Nothing runs any more: the last status, then the end of the object. */
  async #remove(): Promise<void> {
    const { api, clock, logger } = this.#context;
    if (!hasEnded(this.#pod)) this.#report(() => (this.#over = true));
    await this.#writer.idle();
    while (!this.#gone.signal.aborted) {
      try {
        await api.remove(this.#pod);
        return;
      } catch (error) {
        logger.error(error, 'Pod not removed');
        await clock.sleep(retryMs, this.#gone.signal).catch(() => undefined);
      }
    }
  }

  #take(pod: Pod): void {
    this.#pod = pod;
    const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = pod.metadata;
    if (deletionTimestamp === undefined) return;
    this.#stop.end(deletionGracePeriodSeconds * 1000);
    this.#deleted.abort();
  }

  /** Writes the status as it is after `change`. */
  #report(change?: () => void): void {
    change?.();
    const { clock, directory } = this.#context;
    const { initContainers, containers } = this.#statuses;
    this.#last = podStatus({
      pod: this.#pod,
      initContainers,
      containers,
      ...(this.#place && { place: this.#place }),
      prepared: this.#prepared,
      over: this.#over,
      startTime: this.#startTime,
      before: this.#last,
      now: timestamp(clock),
    });
    this.#writer.set({
      status: this.#last,
      annotations: logAnnotationsOf(this.#pod, podFilesOf(this.#pod, directory)),
    });
  }

  async #write(report: PodReport): Promise<void> {
    const written = await this.#context.api.writeStatus(this.#pod, report);
    if (written === undefined) this.vanished();
    else this.#written = { status: report.status, resourceVersion: written.metadata.resourceVersion };
  }
}

interface Written {
  readonly status: PodStatus;
  readonly resourceVersion: string;
}

/** For good, and it has been reported. */
function hasEnded({ status }: Pod): boolean {
  return status?.phase === 'Succeeded' || status?.phase === 'Failed';
}

/** Whether somebody has changed what we wrote: while a node is not heard of, its Pods are marked as not ready. */
function isUndone(written: Written, { metadata, status }: Pod): boolean {
  if (compareResourceVersions(metadata.resourceVersion, written.resourceVersion) <= 0) return false;
  const now = new Map(status?.conditions?.map((condition) => [condition.type, condition.status]));
  return (written.status.conditions ?? []).some((condition) => now.get(condition.type) !== condition.status);
}
