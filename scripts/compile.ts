import { spawn } from 'node:child_process';

import { type Clock, systemClock } from '../operator/runtime/src/base/index.ts';
import { writeOwnDeclaration } from '../infra/scripts/own-declaration.mts';
import { node, root, tsc } from './run.ts';

/** Work that takes longer prints its description. The compiler needs less time to find that nothing has changed. */
const quietMs = 1_000;

export interface SayOptions {
  /** Description of the work: "Compiling operator". */
  readonly what: string;
  /** Prints a line, but not to standard output, which another program may read. @default - prints to standard error */
  readonly say?: (line: string) => void;
  readonly clock?: Pick<Clock, 'after' | 'monotonic'>;
}

/** Prints the description of work that takes longer than a second, and the duration at its end. */
export async function reportIfSlow<T>(work: Promise<T>, options: SayOptions): Promise<T> {
  const { what, say = printToStandardError, clock = systemClock } = options;
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

/**
 * Compiles the projects and their references if they have changed. The compiler prints its errors on standard error.
 *
 * @returns the compiler's exit code
 */
export function compile(projects: readonly string[]): Promise<number> {
  return reportIfSlow(runCompiler(projects), { what: `Compiling ${projects.join(', ')}` });
}

function runCompiler(projects: readonly string[]): Promise<number> {
  writeOwnDeclaration();
  const [program, ...args] = node('compile', tsc, '-b', ...projects).argv;
  const child = spawn(program, args, { cwd: root, stdio: ['inherit', process.stderr, 'inherit'] });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      resolve(code ?? 1);
    });
  });
}

function printToStandardError(line: string): void {
  process.stderr.write(`${line}\n`);
}
