import { spawn } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';
import path from 'node:path';

/** The compiler, below `root`. */
export const tsc = 'node_modules/@typescript/native/bin/tsc';

/** A command of the repository: its printed name, and its arguments, which no shell interprets. */
export interface Command {
  readonly name: string;
  readonly argv: readonly [program: string, ...args: string[]];
}

export interface Outcome {
  readonly command: Command;
  readonly ok: boolean;
  /** The output of both streams, in order of arrival. */
  readonly output: string;
  readonly tookMs: number;
}

/** The highest niceness of a process. */
const most = 19;

/** The repository's root, where commands run by default. */
export const root = path.resolve(import.meta.dirname, '..');

/** A command that runs a script, or the executable of a package, with this process's Node. */
export function node(name: string, script: string, ...args: string[]): Command {
  return { name, argv: [process.execPath, script, ...args] };
}

export interface RunOptions {
  /** The working directory. @default - the repository's root */
  readonly cwd?: string;
  /**
   * Environment variables. @default - those of this process, with its Node and the packages' executables first in PATH
   */
  readonly env?: NodeJS.ProcessEnv;
  /** Kills the command when it aborts; the outcome is then a failure. */
  readonly signal?: AbortSignal;
  /** How much more than this process the command yields to others, as for `nice -n`. @default 0 */
  readonly niceness?: number;
}

/** Runs a command to its end. Resolves with `ok: false` if the command fails or does not exist, and never rejects. */
export function run(command: Command, { niceness = 0, ...options }: RunOptions = {}): Promise<Outcome> {
  const startedAt = performance.now();
  const [program, ...args] = command.argv;
  const env = buildEnvironment();
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], ...options });
  if (niceness > 0 && child.pid !== undefined) setPriority(child.pid, Math.min(getPriority() + niceness, most));
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

/** Puts this process's Node and the packages' executables first in PATH, for the programs that a command starts. */
function buildEnvironment(): NodeJS.ProcessEnv {
  const first = [path.dirname(process.execPath), path.join(root, 'node_modules/.bin')];
  const color = process.stdout.isTTY ? {} : { NO_COLOR: '1' };
  return { ...process.env, ...color, PATH: [...first, process.env['PATH']].join(path.delimiter) };
}
