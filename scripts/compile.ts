import { spawn } from 'node:child_process';

import { writeOwnDeclaration } from '../infra/scripts/own-declaration.mts';
import { node, root, tsc } from './run.ts';

/** Work that takes longer prints its description. The compiler needs less time to find that nothing has changed. */
const quietMs = 1_000;

/**
 * Prints the description of work that takes longer than a second, such as "Compiling operator", and the duration at its
 * end. Prints to standard error, because another program may read standard output.
 */
export async function reportIfSlow<T>(what: string, work: Promise<T>): Promise<T> {
  const startedAtMs = performance.now();
  const timer = setTimeout(() => process.stderr.write(`${what} …\n`), quietMs);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
    const tookMs = performance.now() - startedAtMs;
    if (tookMs > quietMs) process.stderr.write(`${what} took ${(tookMs / 1000).toFixed(0)} s\n`);
  }
}

/**
 * Compiles the projects and their references if they have changed. The compiler prints its errors on standard error.
 *
 * @returns the compiler's exit code
 */
export function compile(projects: readonly string[]): Promise<number> {
  return reportIfSlow(`Compiling ${projects.join(', ')}`, runCompiler(projects));
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
