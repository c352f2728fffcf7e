import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';

/** Finds a program of another package of ours. @param file path below the package's `dist` */
export function resolveProgram(name: string, file: string): string {
  const packageJson = createRequire(import.meta.url).resolve(`@kubewright/${name}/package.json`);
  return path.join(path.dirname(packageJson), 'dist', file);
}

/** Runs Node in a folder; the program uses this terminal. @returns the exit code of the program */
export async function runNode(folder: string, args: readonly string[], signal?: AbortSignal): Promise<number> {
  return runProgram(process.execPath, args, { cwd: folder, stdio: 'inherit', ...(signal && { signal }) });
}

/**
 * Runs a program, and forwards SIGTERM to it. @returns its exit code; 128 plus the signal number if a signal ended it
 */
export async function runProgram(program: string, args: readonly string[], options: SpawnOptions): Promise<number> {
  const child = spawn(program, args, options);
  const stop = (): void => void child.kill('SIGTERM');
  // At a terminal, Ctrl-C also reaches the child, so this process ignores SIGINT and waits for the child.
  const wait = (): void => undefined;
  process.on('SIGTERM', stop).on('SIGINT', wait);
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    return code ?? 128 + (signal === null ? 0 : os.constants.signals[signal]);
  } finally {
    process.off('SIGTERM', stop).off('SIGINT', wait);
  }
}
