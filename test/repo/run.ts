import { spawn } from 'node:child_process';
import path from 'node:path';

/** A command of the repository: what it is called in tables, and its argument list (never a shell line). */
export interface Command {
  readonly name: string;
  readonly argv: readonly [program: string, ...args: string[]];
}

export interface Outcome {
  readonly command: Command;
  readonly ok: boolean;
  /** What it printed, both streams in order of arrival. */
  readonly output: string;
  readonly tookMs: number;
}

/** The repository's root; every command runs there, wherever it was called from. */
export const root = path.resolve(import.meta.dirname, '../..');

/** A script or the executable of a package, run by the Node that runs us: no shell, the same on every platform. */
export function node(name: string, script: string, ...args: string[]): Command {
  return { name, argv: [process.execPath, script, ...args] };
}

export interface RunOptions {
  /** Folder to run in. @default the repository's root */
  readonly cwd?: string;
  /** Its environment. @default - ours, with our Node and the packages' executables first in its PATH */
  readonly env?: NodeJS.ProcessEnv;
  /** Ends the command when it aborts; the outcome is then a failure. */
  readonly signal?: AbortSignal;
}

/** Runs the command to its end. Never rejects for a failing command: that is an outcome. */
export function run(command: Command, options: RunOptions = {}): Promise<Outcome> {
  const startedAt = performance.now();
  const [program, ...args] = command.argv;
  const env = environment();
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], ...options });
  const chunks: string[] = [];
  const keep = (chunk: string): void => void chunks.push(chunk);
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  return new Promise((resolve) => {
    const finish = (ok: boolean): void =>
      resolve({ command, ok, output: chunks.join(''), tookMs: performance.now() - startedAt });
    child.once('error', (error) => {
      keep(`${error.message}\n`);
      finish(false);
    });
    child.once('close', (code) => finish(code === 0));
  });
}

/** Programs started by a command find the same Node first, and the packages' executables. */
function environment(): NodeJS.ProcessEnv {
  const first = [path.dirname(process.execPath), path.join(root, 'node_modules/.bin')];
  const color = process.stdout.isTTY ? {} : { NO_COLOR: '1' };
  return { ...process.env, ...color, PATH: [...first, process.env['PATH']].join(path.delimiter) };
}
