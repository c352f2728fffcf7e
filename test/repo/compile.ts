import { spawn } from 'node:child_process';

import { type Clock, systemClock } from '../../operator/runtime/src/base/index.ts';
import { node, root } from './run.ts';

/** Longer than it takes to see that there is nothing to do. */
const quietMs = 1_000;

export interface SayOptions {
  /** What is done, as it is printed. */
  readonly what: string;
  /** Where it is said: never on standard output, which may be another program's input. @default - standard error */
  readonly say?: (line: string) => void;
  readonly clock?: Pick<Clock, 'after' | 'monotonic'>;
}

/** Prints what is being done once it takes longer than a second, and then how long it took. */
export async function sayIfSlow<T>(work: Promise<T>, options: SayOptions): Promise<T> {
  const { what, say = toStandardError, clock = systemClock } = options;
  const startedAtMs = clock.monotonic();
  const state = { isSlow: false };
  const cancel = clock.after(quietMs, () => {
    state.isSlow = true;
    say(`${what} …`);
  });
  try {
    return await work;
  } finally {
    cancel();
    if (state.isSlow) say(`${what} took ${((clock.monotonic() - startedAtMs) / 1000).toFixed(0)} s`);
  }
}

/** Compiles what has changed in the projects, and all that they need. @returns the exit code; its errors are on standard error */
export function compile(projects: readonly string[]): Promise<number> {
  return sayIfSlow(compiler(projects), { what: `Compiling ${projects.join(', ')}` });
}

function compiler(projects: readonly string[]): Promise<number> {
  const [program, ...args] = node('compile', 'node_modules/typescript/bin/tsc', '-b', ...projects).argv;
  const child = spawn(program, args, { cwd: root, stdio: ['inherit', process.stderr, 'inherit'] });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      resolve(code ?? 1);
    });
  });
}

function toStandardError(line: string): void {
  process.stderr.write(`${line}\n`);
}
