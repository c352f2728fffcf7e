import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';

/** A program of another package of ours. @param file below `dist` */
export function resolveProgram(name: string, file: string): string {
  const packageJson = createRequire(import.meta.url).resolve(`@kubewright/${name}/package.json`);
  return path.join(path.dirname(packageJson), 'dist', file);
}

/** Runs Node in a folder with this terminal, and passes SIGTERM on. @returns its exit code */
export async function runNode(folder: string, args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, args, { cwd: folder, stdio: 'inherit' });
  const stop = (): void => void child.kill('SIGTERM');
  // At a terminal, Ctrl-C reaches the child as well: this process only waits for it.
  const wait = (): void => undefined;
  process.on('SIGTERM', stop).on('SIGINT', wait);
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  process.off('SIGTERM', stop).off('SIGINT', wait);
  return code ?? (signal === 'SIGINT' ? 130 : 1);
}
