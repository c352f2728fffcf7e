import { formatTimestamp, getMessage } from '@kubewright/runtime/internal/base';

import type { RunningProcess } from '../../processes/index.ts';
import { ConfigError } from '../environment/index.ts';
import { type ContainerRun, superviseProcess } from './supervise-process.ts';
import { findEnd } from './container-status.ts';
import type { PodContext } from './pod-context.ts';
import { shouldRestart } from './pod-phase.ts';
import { ImageError, prepareContainer, type PreparedContainer } from './prepare-container.ts';
import { formatContainerId } from './run-book.ts';

const retryMs = { first: 250, longest: 5_000 };

/** Runs a container, and restarts it according to its restart policy, until it has ended for good or is stopped. */
export async function runContainer(run: ContainerRun): Promise<void> {
  const { clock, backoff: limits } = run.input.context;
  let before: Backoff | undefined;
  while (canStart(run)) {
    if (findEnd(run.status()) !== undefined) {
      const { waitMs, after } = backOff(before, clock.monotonic(), limits);
      before = after;
      if (waitMs > 0) await waitForBackoff(waitMs, run);
    }
    await runOnce(run);
  }
}

function canStart(run: ContainerRun): boolean {
  const ended = run.status().state?.terminated;
  return !run.stop.stopping.aborted && (ended === undefined || shouldRestart(run.policy, ended.exitCode));
}

async function waitForBackoff(waitMs: number, run: ContainerRun): Promise<void> {
  const { name, namespace, uid } = run.input.pod.metadata;
  const container = `${run.container.name} pod=${name}_${namespace}(${uid})`;
  const message = `back-off ${String(waitMs / 1000)}s restarting failed container=${container}`;
  run.report({ type: 'waiting', reason: 'CrashLoopBackOff', message });
  await sleep(waitMs, run);
}

async function runOnce(run: ContainerRun): Promise<void> {
  const prepared = await prepare(run);
  const process = prepared && (await start(prepared, run));
  if (prepared === undefined || process === undefined) return;
  const { clock, logger } = run.input.context;
  logger.info('container started', { container: run.container.name, pid: process.pid });
  await superviseProcess(process, run, prepared);
  const exit = await process.exited;
  logger.info('container ended', { container: run.container.name, pid: process.pid, ...exit });
  run.report({ type: 'exited', exit, at: formatTimestamp(clock) });
}

/** Prepares the container, with retries; returns `undefined` if it is stopped in the meantime. */
async function prepare(run: ContainerRun): Promise<PreparedContainer | undefined> {
  for (let waitMs = retryMs.first; !run.stop.stopping.aborted; waitMs = Math.min(waitMs * 2, retryMs.longest)) {
    try {
      return await prepareContainer(run.container, run.input);
    } catch (error) {
      const message = getMessage(error);
      run.report({ type: 'waiting', reason: getReason(error), message });
      run.input.context.logger.warn('failed to prepare a container', { container: run.container.name, why: message });
      await sleep(waitMs, run);
    }
  }
  return undefined;
}

function getReason(error: unknown): string {
  if (error instanceof ImageError) return 'ErrImagePull';
  return error instanceof ConfigError ? 'CreateContainerConfigError' : 'CreateContainerError';
}

/** Starts the process of the container. If that fails, reports it and returns `undefined`. */
async function start(prepared: PreparedContainer, run: ContainerRun): Promise<RunningProcess | undefined> {
  const { container, input, logFile, book } = run;
  const { context, pod, address } = input;
  const { line, env, program, executable } = prepared;
  const name = `${pod.metadata.namespace}/${pod.metadata.name}/${container.name}`;
  try {
    const process = await context.processes.start({ name, ...line, env, logFile, log: 'timed' });
    book.recordStart({ pod, container: container.name }, process);
    context.addresses.mapPorts(address, program.portMap);
    const [containerID, imageID] = [formatContainerId(process.pid), `process:${executable}`];
    run.report({ type: 'running', containerID, imageID, at: formatTimestamp(context.clock) });
    return process;
  } catch (error) {
    const message = getMessage(error);
    context.logger.warn('failed to start a container', { container: container.name, why: message });
    run.report({ type: 'start failed', message, at: formatTimestamp(context.clock) });
    return undefined;
  }
}

async function sleep(ms: number, { input, stop }: ContainerRun): Promise<void> {
  // The sleep rejects if the signal aborts, which the caller checks next.
  await input.context.clock.sleep(ms, stop.stopping).catch(() => undefined);
}

export interface Backoff {
  readonly delayMs: number;
  readonly restartedAt: number;
}

/**
 * Computes the kubelet's backoff: the first restart is immediate, the next one waits `baseMs`, each further one twice
 * as long, up to `maxMs`. A run longer than twice `maxMs` resets the backoff.
 * @param finishedAt when the container ended, in monotonic milliseconds
 */
export function backOff(
  before: Backoff | undefined,
  finishedAt: number,
  { baseMs, maxMs }: PodContext['backoff'],
): { readonly waitMs: number; readonly after: Backoff } {
  const isReset = before === undefined || finishedAt - before.restartedAt > 2 * maxMs;
  const waitMs = isReset ? 0 : before.delayMs;
  const delayMs = isReset ? baseMs : Math.min(before.delayMs * 2, maxMs);
  return { waitMs, after: { delayMs, restartedAt: finishedAt + waitMs } };
}
