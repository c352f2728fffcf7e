import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

import { until } from '../../support/until.ts';
import type { UserProject } from '../../support/user-project.ts';

/** A command that runs in a project until it is ended. */
export class RunningCommand implements AsyncDisposable {
  /** The output so far. A test may clear it. */
  printed = '';
  readonly #child: ChildProcess;

  constructor({ folder, env }: UserProject, [program, ...args]: readonly [string, ...string[]]) {
    const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data) => {
        this.printed += String(data);
      });
    this.#child = child;
  }

  async awaitPrinted(pattern: RegExp): Promise<RegExpExecArray> {
    const find = (): Promise<RegExpExecArray> => {
      const found = pattern.exec(this.printed);
      return found === null ? Promise.reject(new Error(this.printed)) : Promise.resolve(found);
    };
    return until(`the command prints ${String(pattern)}`, find, { timeoutMs: 150_000 });
  }

  /** @returns the exit code; `null` after a signal */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    const { exitCode, signalCode } = this.#child;
    if (exitCode === null && signalCode === null) {
      const exit = once(this.#child, 'exit');
      this.#child.kill(signal);
      await exit;
    }
    return this.#child.exitCode;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
  }
}
