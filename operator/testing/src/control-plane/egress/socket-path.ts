import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What every system takes as the path of a Unix socket, in bytes: Linux takes 107, macOS 103. */
const longestPath = 103;
const name = 'egress.sock';

/** A path at which nothing listens. */
export interface SocketPath extends AsyncDisposable {
  readonly path: string;
}

/** A path in `directory`, or in a new temporary folder if that one would be too long; both are their owner's alone. */
export async function openSocketPath(directory: string): Promise<SocketPath> {
  const inside = join(directory, name);
  if (Buffer.byteLength(inside) > longestPath) return temporaryPath();
  await rm(inside, { force: true }); // left behind if the last owner of the directory was killed
  return { path: inside, [Symbol.asyncDispose]: () => rm(inside, { force: true }) };
}

async function temporaryPath(): Promise<SocketPath> {
  const folder = await mkdtemp(join(tmpdir(), 'kubewright-'));
  return { path: join(folder, name), [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}
