import path from 'node:path';

import type { ControlPlane, ProcessExit } from '../../../operator/src/testing/index.ts';
import { operatorProgram } from '../../support/operator-image.ts';
import { until } from '../../support/until.ts';
import { samplesIn } from '../support/operator-process.ts';

/** An operator of one controller: a process of its own that runs the compiled program. */
export interface OperatorProcess {
  /** Ends it as a crash would: at once, with nothing said to anybody. */
  kill(): void;
  readonly exited: Promise<ProcessExit>;
  /** Waits until its caches are filled and it works. */
  ready(): Promise<void>;
  /** Whether nothing is due and no worker is busy, which holds twice in a row: events of before the first look are seen. */
  isIdle(): Promise<boolean>;
  /** Asks it to stop, and waits until it has. */
  stop(): Promise<void>;
}

export interface OperatorProcessOptions {
  readonly controlPlane: ControlPlane;
  readonly kubeconfigPath: string;
  readonly controller: string;
  readonly namespaces: readonly string[];
  /** Settings beside those of every operator, as environment variables. */
  readonly settings?: Readonly<Record<string, string>>;
}

let started = 0;

/** Starts an operator outside of the cluster, without leader election: nobody else works there. */
export async function startOperator(options: OperatorProcessOptions): Promise<OperatorProcess> {
  const { controlPlane, kubeconfigPath, controller, namespaces, settings = {} } = options;
  started += 1;
  // Each listens on an address of its own; the cluster's Pods have the same ones, but serve nothing.
  const address = `${controlPlane.subnet}.${String(2 + (started % 250))}`;
  const logFile = path.join(controlPlane.directory, `operator-${String(started)}.log`);
  const [command, ...program] = operatorProgram;
  const running = await controlPlane.processes.start({
    name: `operator ${controller}`,
    command,
    args: [
      ...[...program, '--kubeconfig', kubeconfigPath, '--controllers', controller],
      ...['--watch-namespaces', namespaces.join(','), '--no-leader-elect', '--bind-address', address],
      // As many as there are resources, so that none waits for one that is held up.
      ...['--workers', String(Math.max(10, namespaces.length))],
    ],
    env: { ...compiled(controlPlane), ...settings },
    logFile,
  });
  const page = async (url: string): Promise<Response> =>
    fetch(`http://${address}${url}`, { signal: AbortSignal.timeout(5000) });
  const looksIdle = async (): Promise<boolean> => {
    const metrics = await (await page(':8080/metrics')).text();
    const busy = ['workqueue_depth', 'controller_runtime_active_workers'].map((metric) => samplesIn(metrics, metric));
    return busy.every((samples) => samples.length > 0) && busy.flat().every((sample) => sample === 0);
  };
  const ended = new AbortController();
  void running.exited.then(({ code, signal }) => {
    ended.abort(new Error(`the operator of ${controller} ended with ${String(code ?? signal)}; see ${logFile}`));
  });
  return {
    exited: running.exited,
    kill: () => process.kill(running.pid, 'SIGKILL'),
    async ready() {
      const probe = async (): Promise<boolean> => (await page(':8081/readyz')).ok;
      await until(`the operator of ${controller} is ready`, probe, { everyMs: 20, signal: ended.signal });
    },
    isIdle: async () => (await looksIdle()) && (await looksIdle()),
    async stop() {
      running.kill('SIGTERM');
      const { code } = await running.exited;
      if (code !== 0) throw ended.signal.reason;
    },
  };
}

/** Most of a start is compiling the same code again and again: Node can keep what came of it. */
function compiled({ directory }: ControlPlane): Readonly<Record<string, string>> {
  return { NODE_COMPILE_CACHE: path.join(directory, 'compiled') };
}
