import { aborted, anySignal } from '@kubewright/runtime/internal/base';
import type { RunningProcess } from '../../processes/index.ts';
import { runHandler, runProbes, type Target } from '../probes/index.ts';
import type { ContainerRun } from './container-run.ts';
import { targetOf } from './container-target.ts';
import type { PreparedContainer } from './prepare-container.ts';
import { createStop, type Stop } from './stop.ts';

/** How often a container that has never been ready is probed. */
const earlyMs = 100;
const listenPollMs = 20;

/** Probes a container's process, runs its hooks and ends it on request; resolves when the process has ended. */
export async function whileRunning(
  process: RunningProcess,
  run: ContainerRun,
  prepared: PreparedContainer,
): Promise<void> {
  using stop = createStop(run.input.context.clock, run.stop);
  const ended = new AbortController();
  const running = { run, target: targetOf(run, prepared), stop, ended: ended.signal };
  const meanwhile = [probed(running), begun(running), endedOnRequest(process, running)];
  await process.exited;
  ended.abort();
  await Promise.all(meanwhile);
}

/** A running process, and what belongs to its run. */
interface Running {
  readonly run: ContainerRun;
  readonly target: Target;
  readonly stop: Stop;
  readonly ended: AbortSignal;
}

async function probed(running: Running): Promise<void> {
  const { run, target, stop, ended } = running;
  const { container, graceMs, input } = run;
  const { clock, logger } = input.context;
  const signal = anySignal(stop.stopping, ended);
  await listening(running, signal);
  await runProbes(container, {
    clock,
    earlyMs,
    signal,
    check: (probe, signal) => runHandler(probe, target, signal),
    events: {
      started: () => run.report({ type: 'startup succeeded' }),
      readiness: (ready) => run.report({ type: 'readiness', ready }),
      unhealthy: (name, message) => {
        logger.warn('container unhealthy', { container: container.name, probe: name, message });
        const seconds = container[`${name}Probe`]?.terminationGracePeriodSeconds;
        stop.end(seconds === undefined ? graceMs : seconds * 1000);
      },
    },
  });
}

/**
 * Waits until the program listens. The program that stands for an image with a server may start more slowly than the
 * real one: a container without a probe would be reported as ready too early.
 */
async function listening({ run, target }: Running, signal: AbortSignal): Promise<void> {
  const { clock } = run.input.context;
  for (const port of Object.keys(target.portMap)) {
    while (!signal.aborted && !(await runHandler({ tcpSocket: { port } }, target, signal)).ok) {
      await clock.sleep(listenPollMs, signal).catch(() => undefined);
    }
  }
}

async function begun({ run, target, stop, ended }: Running): Promise<void> {
  const hook = run.container.lifecycle?.postStart;
  if (hook === undefined) return;
  const { ok, message } = await runHandler(hook, target, anySignal(stop.stopping, ended));
  if (ok || stop.stopping.aborted) return;
  run.input.context.logger.warn('postStart hook failed', { container: run.container.name, message });
  stop.end(run.graceMs);
}

/** preStop hook, SIGTERM, and SIGKILL after the grace period. */
async function endedOnRequest(process: RunningProcess, { run, target, stop, ended }: Running): Promise<void> {
  if (!(await comes(stop.stopping, ended))) return;
  const hook = run.container.lifecycle?.preStop;
  if (hook) await runHandler(hook, target, anySignal(stop.killing, ended));
  process.kill('SIGTERM');
  if (await comes(stop.killing, ended)) process.kill('SIGKILL');
}

/** Resolves to `true` when `signal` aborts, `false` if the process ended before. */
async function comes(signal: AbortSignal, ended: AbortSignal): Promise<boolean> {
  await aborted(anySignal(signal, ended));
  return !ended.aborted;
}
