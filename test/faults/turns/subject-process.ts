import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { renderKubeconfig } from '../../support/http-proxy.ts';
import { until } from '../../support/until.ts';
import type { Command, Report } from './subject.ts';

const timeout = { timeoutMs: 240_000, everyMs: 200 };

/** The operator process whose event loop is measured. */
export interface Subject extends AsyncDisposable {
  /** Waits until the log of the process contains a message. */
  logs(message: string): Promise<void>;
  /** Starts a new measurement. */
  reset(): void;
  /** Returns the longest turn since the last reset. */
  report(): Promise<Report>;
  /**
   * Waits until the process has run `atLeast` reconciles since the last reset, and the turn of the last one has ended.
   */
  reconciles(atLeast: number): Promise<void>;
}

/** Starts the operator against the API server at `url`. */
export async function startSubject(url: string, argv: readonly string[]): Promise<Subject> {
  const home = await mkdtemp(path.join(tmpdir(), 'turns-'));
  const kubeconfig = path.join(home, 'kubeconfig');
  await writeFile(kubeconfig, renderKubeconfig(url), { mode: 0o600 });
  const ports = ['--metrics-port', '0', '--health-port', '0', '--log-format', 'json'];
  const child = fork(path.join(import.meta.dirname, 'subject.ts'), ['--kubeconfig', kubeconfig, ...ports, ...argv], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let log = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (log += text));
  const report = async (): Promise<Report> => {
    send(child, 'report');
    const [answer] = (await once(child, 'message')) as [Report];
    return answer;
  };
  return {
    report,
    reset: () => send(child, 'reset'),
    async logs(message) {
      const hasEnded = (): boolean => child.exitCode !== null;
      await until(`it logs "${message}"`, async () => log.includes(`"${message}"`) || hasEnded(), timeout);
      if (hasEnded()) throw new Error(`the operator exited:\n${log}`);
    },
    async reconciles(atLeast) {
      await until(`${String(atLeast)} reconciles`, async () => (await report()).reconciles >= atLeast, timeout);
    },
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      await rm(home, { recursive: true });
    },
  };
}

function send(child: ChildProcess, command: Command): void {
  child.send(command);
}
