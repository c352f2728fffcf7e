import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import { OperatorError } from '@kubewright/runtime/internal/base';
import { identify, isStillRunning, type ProcessIdentity } from '../../processes/identity.ts';

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
 * Waits until `path` is ours. The lock is a file with the pid of its holder; if that has ended, the lock is taken over.
 * Released by disposing.
 *
 * Caveat: two processes that take over the lock of a dead holder in the same instant may both get it. Work under this
 * lock must be correct without it (an atomic rename is); the lock only avoids doing it twice.
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

/** Written to another file, then linked, so that the lock never exists without its content. */
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

/** `undefined` if the lock was released meanwhile. */
async function tryReadHolder(path: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Holder;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw new OperatorError('CLUSTER_FAILED', 'read a lock', { hint: `remove ${path}`, cause: error });
  }
}

/**
 * A rename succeeds once only, so that two processes that see the same dead holder do not remove each other's new lock.
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
