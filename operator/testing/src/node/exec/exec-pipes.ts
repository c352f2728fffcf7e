import { execFile } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { type Readable, Writable } from 'node:stream';
import { promisify } from 'node:util';

import type { ProcessPipes } from '../../processes/index.ts';

/** This process's ends of the pipes. */
export interface ExecStreams {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
}

/**
 * Named pipes to a process of the supervisor. They have names because Node cannot pass open pipes to another process.
 */
export interface ExecPipes {
  /** The ends for the process. */
  readonly paths: ProcessPipes;
  /**
   * Called when the process has opened its ends. Removes the names, so that no other process can open the pipes, and
   * returns our ends.
   */
  connect(): Promise<ExecStreams>;
  /** Called when the process could not be started. Closes and removes the pipes. */
  drop(): Promise<void>;
}

/** Creates the pipes in a folder below `directory` that only the owner can read. */
export async function makeExecPipes(directory: string): Promise<ExecPipes> {
  const parent = join(directory, 'exec');
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(parent, 'pipes-'));
  const paths = { stdin: join(folder, 'stdin'), stdout: join(folder, 'stdout'), stderr: join(folder, 'stderr') };
  await promisify(execFile)('mkfifo', ['-m', '600', ...Object.values(paths)]);
  // O_RDWR: otherwise the open would wait for the other side.
  const stdin = openSync(paths.stdin, constants.O_RDWR | constants.O_NONBLOCK);
  const [stdout, stderr] = [paths.stdout, paths.stderr].map((path) =>
    openSync(path, constants.O_RDONLY | constants.O_NONBLOCK),
  );
  const forget = (): Promise<void> => rm(folder, { recursive: true, force: true });
  return {
    paths,
    async connect() {
      await forget();
      // Not earlier: before the process has opened its end, a read would return end of file.
      return { stdin: writerOf(stdin), stdout: readerOf(stdout), stderr: readerOf(stderr) };
    },
    async drop() {
      for (const file of [stdin, stdout, stderr]) if (file !== undefined) closeSync(file);
      await forget();
    },
  };
}

function readerOf(fd: number | undefined): Readable {
  return new Socket({ ...(fd !== undefined && { fd }), readable: true, writable: false });
}

/** The stdin as a stream. It closes the pipe once everything is written: a pipe cannot be half-closed like a socket. */
function writerOf(fd: number): Writable {
  const socket = new Socket({ fd, readable: false, writable: true });
  // The callback of the failed write reports the error.
  socket.on('error', () => undefined);
  return new Writable({
    write: (chunk: Buffer, _, done) => void socket.write(chunk, done),
    destroy(error, done) {
      socket.destroy();
      done(error);
    },
  });
}
