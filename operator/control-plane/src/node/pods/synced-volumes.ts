import { getMessage } from '@kubewright/runtime/internal/base';
import type { Pod } from '@kubewright/runtime/kinds';
import { type MountError, type PodVolumes, unenforced } from '../volumes/index.ts';
import type { ContainerStatuses } from './container-status.ts';
import type { PodContext } from './pod-context.ts';
import { makeFolders, getPodFiles } from './pod-files.ts';
import type { StopSignals } from './stop.ts';

export interface SyncedPod {
  /** Returns the newest version of the Pod. */
  readonly pod: () => Pod;
  readonly statuses: ContainerStatuses;
  readonly stop: StopSignals;
  readonly context: PodContext;
}

const retryMs = 1_000;

export interface SyncedVolumes {
  /** Resolves to `true` when all volumes are mounted, or to `false` if the Pod is stopped before that. */
  readonly first: Promise<boolean>;
  readonly ended: Promise<void>;
}

/** Mounts the volumes, with retries, then syncs them periodically. */
export function keepInSync(volumes: PodVolumes, run: SyncedPod, over: AbortSignal): SyncedVolumes {
  const { context, stop } = run;
  const first = Promise.withResolvers<boolean>();
  const signal = AbortSignal.any([over, stop.killing]);
  const warnings = new Warnings(run);
  stop.stopping.addEventListener('abort', () => first.resolve(false), { once: true });

  async function loop(): Promise<void> {
    while (!signal.aborted) {
      const done = await syncOnce(volumes, run, warnings);
      if (done) first.resolve(true);
      await context.clock.sleep(done ? context.volumeSyncMs : retryMs, signal).catch(() => undefined);
    }
  }
  return { first: first.promise, ended: loop() };
}

async function syncOnce(volumes: PodVolumes, run: SyncedPod, warnings: Warnings): Promise<boolean> {
  const { pod, context } = run;
  try {
    await makeFolders(getPodFiles(pod(), context.directory));
    const failures = await volumes.sync(pod());
    for (const note of unenforced(pod())) await warnings.emit('ReadOnlyNotEnforced', note);
    for (const { message } of failures) await warnings.emit('FailedMount', message);
    if (failures[0]) reportToContainers(failures[0], run);
    return failures.length === 0;
  } catch (err) {
    context.logger.warn('failed to write the volumes of a Pod', { why: getMessage(err) });
    return false;
  }
}

/** Reports the message as the reason why containers wait. */
function reportToContainers({ message }: MountError, { statuses }: SyncedPod): void {
  for (const { name, state } of statuses.containers) {
    if (!state?.waiting) continue;
    statuses.report(name, { type: 'waiting', reason: state.waiting.reason ?? 'ContainerCreating', message });
  }
}

/** Emits Warning events about a Pod. Emits each text once, however often the failing step is retried. */
class Warnings {
  readonly #run: SyncedPod;
  readonly #emitted = new Set<string>();

  constructor(run: SyncedPod) {
    this.#run = run;
  }

  async emit(reason: string, note: string): Promise<void> {
    const { pod, context } = this.#run;
    if (this.#emitted.has(note)) return;
    context.logger.warn('cannot prepare the volumes of a Pod', { reason, why: note });
    try {
      await context.api.warn(pod(), { reason, action: 'Mount', note });
      this.#emitted.add(note);
    } catch (error) {
      context.logger.warn('failed to emit an event', { why: getMessage(error) });
    }
  }
}
