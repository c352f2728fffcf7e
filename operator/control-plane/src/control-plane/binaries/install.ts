import { mkdir, mkdtemp, readdir, rename, rm, link, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { OperatorError } from '@kubewright/runtime/internal/base';

import type { OnProgress } from '../progress.ts';
import { binaryNames, findMissing, hasBinaries } from './binary.ts';
import { identify, isStillRunning, type ProcessIdentity } from '../../processes/process-table.ts';

export interface InstallOptions {
  /** Creates all binaries in `bin`; may use `work` for temporary files. */
  readonly produce: (folders: { readonly bin: string; readonly work: string }) => Promise<void>;
  readonly onProgress: OnProgress;
  readonly signal?: AbortSignal;
}

/**
 * Fills `directory` with all binaries unless it is complete.
 *
 * Guarantees: one rename creates the complete folder. One of several processes does the work while the others wait. The
 * next process removes the files of a killed one.
 */
export async function installOnce(directory: string, { produce, onProgress, signal }: InstallOptions): Promise<void> {
  if (await hasBinaries(directory, binaryNames)) return;
  await mkdir(dirname(directory), { recursive: true });
  const started = Date.now();
  await using _lock = await acquireLock(`${directory}.lock`, {
    onWait: (pid) => onProgress(buildWaitProgress(pid, started)),
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

function buildWaitProgress(pid: number, started: number): Parameters<OnProgress>[0] {
  const step = `waiting for process ${pid}, which installs the same binaries`;
  return { step, done: Math.round((Date.now() - started) / 1_000), unit: 'seconds' };
}

async function publish(bin: string, directory: string): Promise<void> {
  const missing = await findMissing(bin, binaryNames);
  if (missing.length > 0) {
    throw new OperatorError('CLUSTER_FAILED', 'install the control plane', {
      hint: `the installation did not create ${missing.join(', ')}: try again`,
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

export interface LockOptions {
  /** Called at every check while another process holds the lock. */
  readonly onWait?: (holderPid: number) => void;
  readonly signal?: AbortSignal;
  /** How often to check, in milliseconds. @default 200 */
  readonly pollMs?: number;
}

interface Holder {
  readonly identity: ProcessIdentity;
  readonly token: string;
}

/**
 * Waits for the lock at `path`. The lock is a file with its holder's pid; if the holder has ended, the lock is taken
 * over. Disposing releases it.
 *
 * Caveat: two processes that take over a dead holder's lock in the same instant may both get it. Work under this lock
 * must be correct without it (an atomic rename is); the lock only avoids duplicate work.
 * Throws: the reason of `signal`.
 */
export async function acquireLock(path: string, options: LockOptions = {}): Promise<AsyncDisposable> {
  const token = randomUUID();
  while (!(await tryCreate(path, token))) {
    options.signal?.throwIfAborted();
    const holder = await tryReadHolder(path);
    if (holder === undefined) continue;
    if (isStillRunning(holder.identity)) {
      options.onWait?.(holder.identity.pid);
      await sleep(options.pollMs ?? 200, undefined, { signal: options.signal });
    } else await setAside(path);
  }
  return { [Symbol.asyncDispose]: () => release(path, token) };
}

/** Creates the lock file with a link to another file, so that it never exists without its content. */
async function tryCreate(path: string, token: string): Promise<boolean> {
  const draft = `${path}.${token}`;
  const identity = identify(process.pid);
  await writeFile(draft, JSON.stringify({ identity, token }), { mode: 0o600 });
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Reads the holder of the lock; `undefined` if the lock was released in the meantime. */
async function tryReadHolder(path: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Holder;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw new OperatorError('CLUSTER_FAILED', 'read a lock', { hint: `remove ${path}`, cause: error });
  }
}

/**
 * Moves the lock file of a dead holder aside. A rename succeeds only once, so of two processes that see the same dead
 * holder, none removes the new lock of the other.
 */
async function setAside(path: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
    await rm(aside, { force: true });
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
}

async function release(path: string, token: string): Promise<void> {
  const holder = await tryReadHolder(path);
  if (holder?.token === token) await rm(path, { force: true });
}

function hasCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}
