import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { CommandError } from '../report-error.ts';
import { isListening } from './is-listening.ts';

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
  // The path of a socket is limited to about 100 bytes, which the project's folder may exceed.
  const socket =
    process.platform === 'win32' ? `\\\\.\\pipe\\kubewright-${id}` : path.join(tmpdir(), `kubewright-${id}`);
  if (await isListening({ path: socket })) {
    const hint = 'another `kubewright dev` of this folder uses it: quit that one';
    throw new CommandError(`use the context ${context}`, hint);
  }
  await rm(socket, { force: true });
  const server = createServer((client) => client.end()).unref();
  await once(server.listen(socket), 'listening');
  return server;
}
