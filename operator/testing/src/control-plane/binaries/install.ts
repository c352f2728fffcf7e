import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { OperatorError } from '@kubewright/runtime/internal/base';
import type { OnProgress } from '../progress.ts';
import { binaryNames, hasBinaries } from './binary.ts';
import { acquireLock } from './lock.ts';

export interface InstallOptions {
  /** Creates all binaries in `bin`; may use `work`, which is removed afterwards, for other files. */
  readonly produce: (folders: { readonly bin: string; readonly work: string }) => Promise<void>;
  readonly onProgress: OnProgress;
  readonly signal?: AbortSignal;
}

/**
 * Fills `directory` with all binaries unless it is complete already.
 *
 * Guarantees: the folder appears complete, by one rename. Of several processes one does the work while the others wait.
 * The next process removes the files of a killed one.
 */
export async function installOnce(directory: string, { produce, onProgress, signal }: InstallOptions): Promise<void> {
  if (await hasBinaries(directory, binaryNames)) return;
  await mkdir(dirname(directory), { recursive: true });
  const started = Date.now();
  await using _lock = await acquireLock(`${directory}.lock`, {
    onWait: (pid) => onProgress(waiting(pid, started)),
    ...(signal && { signal }),
  });
  if (await hasBinaries(directory, binaryNames)) return;
  await removeUnfinished(directory);
  const work = await mkdtemp(`${directory}.new-`);
  try {
    const bin = join(work, 'bin');
    await mkdir(bin);
    await produce({ bin, work });
    await publish(bin, directory);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

function waiting(pid: number, started: number): Parameters<OnProgress>[0] {
  const step = `waiting for process ${pid}, which installs the same binaries`;
  return { step, done: Math.round((Date.now() - started) / 1_000), unit: 'seconds' };
}

async function publish(bin: string, directory: string): Promise<void> {
  if (!(await hasBinaries(bin, binaryNames))) {
    throw new OperatorError('CLUSTER_FAILED', 'install the control plane', {
      hint: `${(await readdir(bin)).join(', ')} is not all of it`,
    });
  }
  await rm(directory, { recursive: true, force: true });
  await rename(bin, directory);
}

async function removeUnfinished(directory: string): Promise<void> {
  const names = await readdir(dirname(directory));
  const unfinished = names.filter((name) => name.startsWith(`${basename(directory)}.new-`));
  await Promise.all(unfinished.map((name) => rm(join(dirname(directory), name), { recursive: true, force: true })));
}
