import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import { expect } from 'vitest';

import { root } from '../../repo/run.ts';
import { until } from '../../support/until.ts';

const command = path.join(root, 'infra/dist/deploy-command.js');

interface Ended {
  readonly code: number | null;
  /** Everything that it printed. */
  readonly text: string;
}

/** A run of the command that `npm run deploy` starts, in a process group of its own, as a terminal has it. */
export class DeployRun {
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;
  #text = '';

  constructor(args: readonly string[], env: NodeJS.ProcessEnv) {
    this.#child = spawn(process.execPath, [command, ...args], { env, cwd: root, detached: true, stdio: 'pipe' });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (part: Buffer) => (this.#text += part.toString()));
    }
    this.#closed = once(this.#child, 'close');
  }

  /** Waits until it has printed something that matches. */
  async printed(pattern: RegExp): Promise<void> {
    await until(`it prints ${pattern}`, () => Promise.resolve(pattern.test(this.#text)), { timeoutMs: 60_000 });
  }

  /** Sends a signal to it alone, as a supervisor does; or to its group, as Ctrl-C in a terminal. */
  signal(signal: NodeJS.Signals, to: 'process' | 'group'): void {
    const pid = this.#child.pid ?? 0;
    process.kill(to === 'group' ? -pid : pid, signal);
  }

  async ended(): Promise<Ended> {
    await this.#closed;
    return { code: this.#child.exitCode, text: this.#text };
  }
}

/** What a run has printed that must succeed. */
export function done({ code, text }: Ended): string {
  expect(code, text).toBe(0);
  return text;
}
