import { waitForAbort, combineSignals } from '@kubewright/runtime/internal/base';
import type { Container, ContainerStatus } from '@kubewright/runtime/kinds';

import type { RunningProcess } from '../../processes/index.ts';
import { runHandler, type Target } from '../probes/handler.ts';
import { runProbes, type ProbeName } from '../probes/probe-loop.ts';
import type { PreparedContainer, PrepareInput } from './prepare-container.ts';
import { createStop, type Stop, type StopSignals } from './stop.ts';
import { getExitCode, type ContainerEvent } from './container-status.ts';
import type { RestartPolicy } from './pod-phase.ts';
import type { RunBook } from './run-book.ts';

/** The interval in milliseconds of probes until a container is ready for the first time. */
const earlyMs = 100;
const listenPollMs = 20;

/** Probes the container, runs its hooks, and ends its process on request. Resolves when the process has ended. */
export async function superviseProcess(
  process: RunningProcess,
  run: ContainerRun,
  prepared: PreparedContainer,
): Promise<void> {
  using stop = createStop(run.input.context.clock, run.stop);
  const ended = new AbortController();
  const running = { run, target: targetOf(run, prepared), stop, ended: ended.signal };
  const meanwhile = [probe(running), runPostStart(running), endOnRequest(process, running)];
  await process.exited;
  ended.abort();
  await Promise.all(meanwhile);
}

interface Running {
  readonly run: ContainerRun;
  readonly target: Target;
  readonly stop: Stop;
  readonly ended: AbortSignal;
}

async function probe(running: Running): Promise<void> {
  const { run, target, stop, ended } = running;
  const { container, graceMs, input } = run;
  const { clock, logger } = input.context;
  const signal = combineSignals(stop.stopping, ended);
  await waitUntilListening(running, signal);
  await runProbes(container, {
    clock,
    earlyMs,
    signal,
    check: (probe, signal) => runHandler(probe, target, signal),
    events: {
      onStarted: () => run.report({ type: 'startup succeeded' }),
      onFailed: (name, message) => run.probeFailed(name, message),
      onReadiness: (ready) => run.report({ type: 'readiness', ready }),
      onUnhealthy: (name, message) => {
        logger.warn('container unhealthy', { container: container.name, probe: name, message });
        const seconds = container[`${name}Probe`]?.terminationGracePeriodSeconds;
        stop.end(seconds === undefined ? graceMs : seconds * 1000);
      },
    },
  });
}

/**
 * Waits until the program listens on its ports. It may start more slowly than the server in the image, and a container
 * without a probe would be reported as ready too early.
 */
async function waitUntilListening({ run, target }: Running, signal: AbortSignal): Promise<void> {
  const { clock } = run.input.context;
  for (const port of Object.keys(target.portMap)) {
    while (!signal.aborted && !(await runHandler({ tcpSocket: { port } }, target, signal)).ok) {
      await clock.sleep(listenPollMs, signal).catch(() => undefined);
    }
  }
}

async function runPostStart({ run, target, stop, ended }: Running): Promise<void> {
  const hook = run.container.lifecycle?.postStart;
  if (hook === undefined) return;
  const { ok, message } = await runHandler(hook, target, combineSignals(stop.stopping, ended));
  if (ok || stop.stopping.aborted) return;
  run.input.context.logger.warn('postStart hook failed', { container: run.container.name, message });
  stop.end(run.graceMs);
}

/**
 * Ends the process when that is requested: runs the preStop hook, sends SIGTERM, and SIGKILL after the grace period.
 */
async function endOnRequest(process: RunningProcess, { run, target, stop, ended }: Running): Promise<void> {
  if (!(await isAbortedInTime(stop.stopping, ended))) return;
  const hook = run.container.lifecycle?.preStop;
  if (hook) await runHandler(hook, target, combineSignals(stop.killing, ended));
  process.kill('SIGTERM');
  if (await isAbortedInTime(stop.killing, ended)) process.kill('SIGKILL');
}

/** Resolves to `true` when `signal` aborts, or to `false` if the process ends before. */
async function isAbortedInTime(signal: AbortSignal, ended: AbortSignal): Promise<boolean> {
  await waitForAbort(combineSignals(signal, ended));
  return !ended.aborted;
}

/** The target of probes and hooks. The output of their commands goes to a separate log next to the container's. */
function targetOf(run: Pick<ContainerRun, 'container' | 'input' | 'logFile'>, prepared: PreparedContainer): Target {
  const { container, input, logFile } = run;
  const { program, env } = prepared;
  return {
    container,
    address: input.address.loopback,
    portMap: program.portMap ?? {},
    async exec(command, signal) {
      signal.throwIfAborted();
      const spec = { name: `${container.name} exec`, ...prepared.exec(command), env, logFile: `${logFile}.exec` };
      const process = await input.context.processes.start(spec);
      const kill = (): void => process.kill('SIGKILL');
      signal.addEventListener('abort', kill, { once: true });
      try {
        return { exitCode: getExitCode(await process.exited) };
      } finally {
        signal.removeEventListener('abort', kill);
      }
    },
  };
}

export interface ContainerRun {
  readonly container: Container;
  readonly policy: RestartPolicy;
  readonly input: PrepareInput;
  readonly stop: StopSignals;
  readonly logFile: string;
  /** Time in milliseconds between SIGTERM and SIGKILL after a failed startup or liveness probe. */
  readonly graceMs: number;
  readonly book: RunBook;
  status(): ContainerStatus;
  report(event: ContainerEvent): void;
  probeFailed(probe: ProbeName, message: string): void;
}
