import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { until } from '../../support/until.ts';
import type { Question, Report } from './subject.ts';

const patience = { timeoutMs: 240_000, everyMs: 200 };

/** The operator whose turns are measured. */
export interface Subject extends AsyncDisposable {
  /** Waits for a line of its log. */
  says(message: string): Promise<void>;
  /** Measures from now on. */
  reset(): void;
  /** The longest turn since the last reset. */
  report(): Promise<Report>;
  /** Waits for so many reconciles since the last reset, and for the end of the turn of the last of them. */
  reconciles(atLeast: number): Promise<void>;
}

/** Starts it against the API server at `url`. */
export async function startSubject(url: string, argv: readonly string[]): Promise<Subject> {
  const home = await mkdtemp(path.join(tmpdir(), 'turns-'));
  const kubeconfig = path.join(home, 'kubeconfig');
  await writeFile(kubeconfig, kubeconfigFor(url), { mode: 0o600 });
  const ports = ['--metrics-port', '0', '--health-port', '0', '--log-format', 'json'];
  const child = fork(path.join(import.meta.dirname, 'subject.ts'), ['--kubeconfig', kubeconfig, ...ports, ...argv], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let log = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (log += text));
  const report = async (): Promise<Report> => {
    say(child, 'report');
    const [answer] = (await once(child, 'message')) as [Report];
    return answer;
  };
  return {
    report,
    reset: () => say(child, 'reset'),
    async says(message) {
      const hasEnded = (): boolean => child.exitCode !== null;
      await until(`it says "${message}"`, async () => log.includes(`"${message}"`) || hasEnded(), patience);
      if (hasEnded()) throw new Error(`the operator ended:\n${log}`);
    },
    async reconciles(atLeast) {
      await until(`${String(atLeast)} reconciles`, async () => (await report()).reconciles >= atLeast, patience);
    },
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      await rm(home, { recursive: true });
    },
  };
}

function say(child: ChildProcess, question: Question): void {
  child.send(question);
}

function kubeconfigFor(url: string): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'memory', cluster: { server: url, 'insecure-skip-tls-verify': true } }],
    users: [{ name: 'crowds', user: {} }],
    contexts: [{ name: 'memory', context: { cluster: 'memory', user: 'crowds' } }],
    'current-context': 'memory',
  });
}
