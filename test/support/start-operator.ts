import path from 'node:path';

import type { ControlPlane, ProcessExit } from '../../operator/testing/src/index.ts';
import { operatorProgram } from './operator-image.ts';
import { samplesIn } from './samples.ts';
import { cacheCompiledCode } from './source-aliases.ts';
import { until } from './until.ts';

/** An operator of some controllers: a process of its own that runs the compiled program. */
export interface OperatorProcess {
  readonly pid: number;
  /** Where it writes its log. */
  readonly logFile: string;
  /** Ends it as a crash would: at once, without a shutdown. */
  kill(): void;
  /** Sends it a signal, such as SIGSTOP. */
  signal(name: NodeJS.Signals): void;
  readonly exited: Promise<ProcessExit>;
  /** Waits until its caches are filled and it works. */
  ready(): Promise<void>;
  /** Whether the queue is empty and no worker is busy, twice in a row: then all earlier events are handled. */
  isIdle(): Promise<boolean>;
  /** The samples of one of its metrics, one per combination of its labels. @param label only with this value of any label */
  samples(metric: string, label?: string): Promise<readonly number[]>;
  /** Asks it to stop, and waits until it has. */
  stop(): Promise<void>;
}

/** How an operator takes part in an election. */
export interface OperatorElection {
  /** Namespace of the Lease. */
  readonly namespace: string;
  /** Begins its identity. */
  readonly name: string;
  /** Whether its Lease is the shortest that there is: 3 s, renewed within 2 s. @default false */
  readonly quick?: boolean;
}

export interface OperatorProcessOptions {
  readonly controlPlane: ControlPlane;
  /** @default - none: `settings` say where the API server is */
  readonly kubeconfigPath?: string;
  readonly controllers: readonly string[];
  readonly namespaces: readonly string[];
  /** @default - nobody else works there */
  readonly election?: OperatorElection;
  /** Objects that each controller works on at once. @default - at least 10, and as many as there are namespaces */
  readonly workers?: number;
  /** Settings beside those of every operator, as environment variables. */
  readonly settings?: Readonly<Record<string, string>>;
}

let started = 0;

/** Starts an operator outside of the cluster. */
export async function startOperator(options: OperatorProcessOptions): Promise<OperatorProcess> {
  const { controlPlane, controllers, settings = {} } = options;
  started += 1;
  // Each listens on an address of its own; the cluster's Pods have the same ones, but serve nothing.
  const address = `${controlPlane.subnet}.${String(2 + (started % 250))}`;
  const logFile = path.join(controlPlane.directory, `operator-${String(started)}.log`);
  const [command, ...program] = operatorProgram;
  const name = `operator of ${controllers.join(' and ')}`;
  const running = await controlPlane.processes.start({
    ...{ name, command, logFile },
    args: [...program, ...argumentsOf(options), '--bind-address', address, '--metrics-bind-address', address],
    env: { NODE_COMPILE_CACHE: cacheCompiledCode(), ...settings },
  });
  const page = async (url: string): Promise<Response> =>
    fetch(`http://${address}${url}`, { signal: AbortSignal.timeout(5000) });
  const metrics = async (): Promise<string> => (await page(':8080/metrics')).text();
  const looksIdle = async (): Promise<boolean> => {
    const text = await metrics();
    const busy = ['workqueue_depth', 'controller_runtime_active_workers'].map((metric) => samplesIn(text, metric));
    return busy.every((values) => values.length > 0) && busy.flat().every((value) => value === 0);
  };
  const ended = new AbortController();
  void running.exited.then(({ code, signal }) => {
    ended.abort(new Error(`the ${name} ended with ${String(code ?? signal)}; see ${logFile}`));
  });
  return {
    pid: running.pid,
    logFile,
    exited: running.exited,
    kill: () => process.kill(running.pid, 'SIGKILL'),
    signal: (signal) => {
      running.kill(signal);
    },
    async ready() {
      const probe = async (): Promise<boolean> => (await page(':8081/readyz')).ok;
      await until(`the ${name} is ready`, probe, { everyMs: 20, signal: ended.signal });
    },
    isIdle: async () => (await looksIdle()) && (await looksIdle()),
    samples: async (metric, label) => samplesIn(await metrics(), metric, label),
    async stop() {
      running.kill('SIGTERM');
      const { code } = await running.exited;
      if (code !== 0) throw ended.signal.reason;
    },
  };
}

function argumentsOf({ kubeconfigPath, controllers, namespaces, election, workers }: OperatorProcessOptions): string[] {
  return [
    ...(kubeconfigPath === undefined ? [] : ['--kubeconfig', kubeconfigPath]),
    ...['--controllers', controllers.join(','), '--watch-namespaces', namespaces.join(',')],
    ...(election === undefined ? ['--no-leader-elect'] : electionArguments(election)),
    // As many as there are resources of their own, so that none waits for one that is held up.
    ...['--workers', String(workers ?? Math.max(10, namespaces.length))],
  ];
}

function electionArguments({ namespace, name, quick = false }: OperatorElection): string[] {
  const timing = ['--lease-duration-seconds', '3', '--renew-deadline-seconds', '2', '--retry-period-seconds', '1'];
  return ['--leader-elect', '--lease-namespace', namespace, '--pod-name', name, ...(quick ? timing : [])];
}
