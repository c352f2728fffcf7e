import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { CommandError } from '../report-error.ts';

/** A name for what `kubewright dev` of a folder leaves in a cluster. */
export function nameSession(folder: string, context = ''): string {
  return createHash('sha256').update(`${folder}\0${context}`).digest('hex').slice(0, 16);
}

/**
 * Claims the cluster of a context for the operator of a folder: two processes would undo each other's webhooks. The
 * operating system ends a claim with its process.
 *
 * @throws CommandError if another process has it
 */
export async function claimContext(folder: string, context: string): Promise<AsyncDisposable> {
  const id = nameSession(folder, context);
  // A folder's own path can be longer than the name of a socket may be.
  const socket =
    process.platform === 'win32' ? `\\\\.\\pipe\\kubewright-${id}` : path.join(tmpdir(), `kubewright-${id}`);
  if (await isAnswered(socket)) {
    const hint = 'another `kubewright dev` of this folder uses it: quit that one';
    throw new CommandError(`use the context ${context}`, hint);
  }
  await rm(socket, { force: true });
  const server = createServer((client) => client.end());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(socket, resolve);
  });
  server.unref();
  return { [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())) };
}

function isAnswered(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const client = connect(socket);
    client.once('connect', () => {
      client.destroy();
      resolve(true);
    });
    client.once('error', () => {
      resolve(false);
    });
  });
}
