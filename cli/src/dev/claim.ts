import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { CommandError } from '../report-error.ts';
import { isListening } from './webhooks/endpoint.ts';

/** Names the objects that `kubewright dev` creates in a cluster for this folder, so that the next start finds them. */
export function nameSession(folder: string, context = ''): string {
  return createHash('sha256').update(`${folder}\0${context}`).digest('hex').slice(0, 16);
}

/**
 * Claims a kubeconfig context for the operator in this folder: two `kubewright dev` processes would undo each other's
 * webhooks. The operating system releases the claim when the process ends.
 * @throws CommandError if another process holds the claim
 */
export async function claimContext(folder: string, context: string): Promise<AsyncDisposable> {
  const id = nameSession(folder, context);
  // A socket path is limited to about 100 bytes, and the path of the project may be longer.
  const socket =
    process.platform === 'win32' ? `\\\\.\\pipe\\kubewright-${id}` : path.join(tmpdir(), `kubewright-${id}`);
  if (await isListening({ path: socket })) {
    const hint = 'another `kubewright dev` of this folder uses this context: stop that process first';
    throw new CommandError(`use the context ${context}`, hint);
  }
  await rm(socket, { force: true });
  const server = createServer((client) => client.end()).unref();
  await once(server.listen(socket), 'listening');
  return server;
}
