import path from 'node:path';

import type { ControlPlane, ProcessExit } from '../../operator/testing/src/index.ts';
import { buildOperatorEnvironment, operatorProgram } from './operator-image.ts';
import { listSamples } from './samples.ts';
import { until } from './until.ts';

/** An operator process outside of the cluster, which runs the compiled program with some controllers. */
export interface OperatorProcess {
  readonly pid: number;
  readonly logFile: string;
  /** Kills the process immediately, without a shutdown. */
  kill(): void;
  /** Sends the process a signal, such as SIGSTOP. */
  signal(name: NodeJS.Signals): void;
  readonly exited: Promise<ProcessExit>;
  /** Waits until the endpoint `/readyz` returns ok: the caches are synced. */
  ready(): Promise<void>;
  /**
   * Whether the queue is empty and no worker is busy in two consecutive reads, which shows that all earlier events are
   * handled.
   */
  isIdle(): Promise<boolean>;
  /**
   * Reads the samples of a metric, one per combination of labels. @param label selects samples with this value in any
   * label
   */
  samples(metric: string, label?: string): Promise<readonly number[]>;
  /** Sends SIGTERM, and waits until the process has ended. Throws if its exit code is not 0. */
  stop(): Promise<void>;
}

export interface OperatorElection {
  /** The namespace of the leader election's Lease. */
  readonly namespace: string;
  /** The prefix of the operator's identity in the Lease. */
  readonly name: string;
  /** Whether the Lease has the shortest duration that is allowed: 3 s, renewed within 2 s. @default false */
  readonly quick?: boolean;
}

export interface OperatorProcessOptions {
  readonly controlPlane: ControlPlane;
  /** The path of a kubeconfig for the operator. @default - no kubeconfig: `settings` must name the API server */
  readonly kubeconfigPath?: string;
  readonly controllers: readonly string[];
  readonly namespaces: readonly string[];
  /** The operator's leader election. @default - no leader election */
  readonly election?: OperatorElection;
  /** The number of workers of each controller. @default - one per namespace, but at least 10 */
  readonly workers?: number;
  /** Further settings of the operator, as environment variables. */
  readonly settings?: Readonly<Record<string, string>>;
}

let started = 0;

export async function startOperator(options: OperatorProcessOptions): Promise<OperatorProcess> {
  const { controlPlane, controllers, settings = {} } = options;
  started += 1;
  // Each operator listens on its own address. Simulated Pods have the same addresses, but do not listen on them.
  const address = `${controlPlane.subnet}.${String(2 + (started % 250))}`;
  const logFile = path.join(controlPlane.directory, `operator-${String(started)}.log`);
  const [command, ...program] = operatorProgram;
  const name = `operator of ${controllers.join(' and ')}`;
  const running = await controlPlane.processes.start({
    ...{ name, command, logFile },
    args: [...program, ...buildArguments(options), '--bind-address', address, '--metrics-bind-address', address],
    env: { ...buildOperatorEnvironment(), ...settings },
  });
  const page = async (url: string): Promise<Response> =>
    fetch(`http://${address}${url}`, { signal: AbortSignal.timeout(5000) });
  const metrics = async (): Promise<string> => (await page(':8080/metrics')).text();
  const looksIdle = async (): Promise<boolean> => {
    const text = await metrics();
    const busy = ['workqueue_depth', 'controller_runtime_active_workers'].map((metric) => listSamples(text, metric));
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
    samples: async (metric, label) => listSamples(await metrics(), metric, label),
    async stop() {
      running.kill('SIGTERM');
      const { code } = await running.exited;
      if (code !== 0) throw ended.signal.reason;
    },
  };
}

function buildArguments({
  kubeconfigPath,
  controllers,
  namespaces,
  election,
  workers,
}: OperatorProcessOptions): string[] {
  return [
    ...(kubeconfigPath === undefined ? [] : ['--kubeconfig', kubeconfigPath]),
    ...['--controllers', controllers.join(','), '--watch-namespaces', namespaces.join(',')],
    ...(election === undefined ? ['--no-leader-elect'] : buildElectionArguments(election)),
    // At least one worker per namespace, so that a reconcile that hangs in one namespace delays no other.
    ...['--workers', String(workers ?? Math.max(10, namespaces.length))],
  ];
}

function buildElectionArguments({ namespace, name, quick = false }: OperatorElection): string[] {
  const timing = ['--lease-duration-seconds', '3', '--renew-deadline-seconds', '2', '--retry-period-seconds', '1'];
  return ['--leader-elect', '--lease-namespace', namespace, '--pod-name', name, ...(quick ? timing : [])];
}
