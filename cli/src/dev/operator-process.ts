import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import type { Answer, Order, WorkerOptions } from './messages.ts';

export interface OperatorProcessOptions extends Omit<WorkerOptions, 'parent' | 'logsJson'> {
  /** Address on which Node's inspector listens. @default - the inspector is off */
  readonly inspect?: string;
  /**
   * Receives each line of the operator's output; the log is then in JSON. @default - the terminal shows the output, as
   * text
   */
  readonly onOutput?: (line: string) => void;
  /** Called if the process ends unexpectedly. @param by how it ended, for messages: `exit code 1`, `SIGKILL` */
  readonly onExit: (by: string) => void;
}

/** The child process that runs the operator. */
export class OperatorProcess implements AsyncDisposable {
  readonly #child: ChildProcess;
  #isEnding = false;

  constructor({ inspect, onOutput, onExit, ...options }: OperatorProcessOptions) {
    const worker = fileURLToPath(import.meta.resolve(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js'));
    const execArgv = [...process.execArgv, ...(inspect === undefined ? [] : [`--inspect=${inspect}`])];
    const given: WorkerOptions = { ...options, parent: process.pid, logsJson: onOutput !== undefined };
    this.#child = fork(worker, [JSON.stringify(given)], {
      cwd: options.folder,
      execArgv,
      silent: onOutput !== undefined,
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      if (stream && onOutput) createInterface(stream).on('line', onOutput);
    // A message to a process that has just ended emits an error, which must not end the command.
    this.#child.on('error', () => undefined);
    this.#child.once('exit', (code, signal) => {
      if (!this.#isEnding) onExit(signal ?? `exit code ${String(code)}`);
    });
  }

  /** Whether the process has ended or is stopping, so that it does not accept orders. */
  get hasEnded(): boolean {
    return !this.#child.connected || this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Imports the author's modules again. Resolves with the CRDs or the error; `undefined` if the process ends first. */
  load(): Promise<Exclude<Answer, { readonly type: 'running' | 'paused' }> | undefined> {
    return this.#ask({ type: 'load' }) as ReturnType<typeof this.load>;
  }

  /** Replaces the running operator with the one that was loaded last. @returns false if the process ends first */
  async run(): Promise<boolean> {
    return (await this.#ask({ type: 'run' })) !== undefined;
  }

  /** Stops the running operator until `run`. */
  async pause(): Promise<void> {
    await this.#ask({ type: 'pause' });
  }

  async #ask(order: Order): Promise<Answer | undefined> {
    if (this.hasEnded) return undefined;
    const answered = new AbortController();
    const ended = once(this.#child, 'exit', { signal: answered.signal }).then(
      () => undefined,
      () => undefined,
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
    if (this.#child.pid === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    // `once` of node:events would reject after an error of the channel.
    const exit = new Promise((resolve) => this.#child.once('exit', resolve));
    if (this.#child.connected) this.#child.send({ type: 'stop' } satisfies Order);
    const kill = setTimeout(() => this.#child.kill('SIGKILL'), 5_000);
    await exit;
    clearTimeout(kill);
  }
}
