import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';

/** A program of another package of ours. @param file below `dist` */
export function resolveProgram(name: string, file: string): string {
  const packageJson = createRequire(import.meta.url).resolve(`@kubewright/${name}/package.json`);
  return path.join(path.dirname(packageJson), 'dist', file);
}

/** Runs Node in a folder with this terminal. @returns its exit code */
export async function runNode(folder: string, args: readonly string[], signal?: AbortSignal): Promise<number> {
  return runProgram(process.execPath, args, { cwd: folder, stdio: 'inherit', ...(signal && { signal }) });
}

/** Runs a program, and passes SIGTERM on. @returns its exit code; 128 + the number of the signal that ended it */
export async function runProgram(program: string, args: readonly string[], options: SpawnOptions): Promise<number> {
  const child = spawn(program, args, options);
  const stop = (): void => void child.kill('SIGTERM');
  // At a terminal, Ctrl-C reaches the child as well: this process only waits for it.
  const wait = (): void => undefined;
  process.on('SIGTERM', stop).on('SIGINT', wait);
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    return code ?? 128 + (signal === null ? 0 : os.constants.signals[signal]);
  } finally {
    process.off('SIGTERM', stop).off('SIGINT', wait);
  }
}
