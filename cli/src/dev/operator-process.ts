import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import type { Answer, Order, WorkerOptions } from './messages.ts';

export interface OperatorProcessOptions extends WorkerOptions {
  /** Starts the process with Node's inspector, on this address. @default - without */
  readonly inspect?: string;
  /** Called if the process ends unexpectedly. */
  readonly onExit: (code: number | null) => void;
}

/** The process that runs the operator. */
export class OperatorProcess implements AsyncDisposable {
  readonly #child: ChildProcess;
  #isEnding = false;

  constructor({ inspect, onExit, ...options }: OperatorProcessOptions) {
    const worker = fileURLToPath(import.meta.resolve(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js'));
    const execArgv = [...process.execArgv, ...(inspect === undefined ? [] : [`--inspect=${inspect}`])];
    this.#child = fork(worker, [JSON.stringify(options)], { cwd: options.folder, execArgv });
    this.#child.once('exit', (code) => {
      if (!this.#isEnding) onExit(code);
    });
  }

  /** Imports the author's modules again. Resolves with the CRDs, or with what is wrong. */
  load(): Promise<Exclude<Answer, { readonly type: 'running' }>> {
    return this.#ask({ type: 'load' }) as Promise<Exclude<Answer, { readonly type: 'running' }>>;
  }

  /** Runs what was loaded last instead of what runs now. */
  async run(): Promise<void> {
    await this.#ask({ type: 'run' });
  }

  async #ask(order: Order): Promise<Answer> {
    const answered = new AbortController();
    const ended = once(this.#child, 'exit', { signal: answered.signal }).then(
      (): Answer => ({ type: 'failed', message: 'the process of the operator ended' }),
      (): Answer => ({ type: 'running' }),
    );
    const answer = once(this.#child, 'message', { signal: answered.signal }).then(([message]) => message as Answer);
    answer.catch(() => undefined);
    this.#child.send(order);
    try {
      return await Promise.race([answer, ended]);
    } finally {
      answered.abort();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isEnding = true;
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exit = once(this.#child, 'exit');
    if (this.#child.connected) this.#child.send({ type: 'stop' } satisfies Order);
    const kill = setTimeout(() => this.#child.kill('SIGKILL'), 5_000);
    await exit;
    clearTimeout(kill);
  }
}
