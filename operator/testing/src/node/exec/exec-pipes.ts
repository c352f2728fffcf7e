import { execFile } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { type Readable, Writable } from 'node:stream';
import { promisify } from 'node:util';

import type { ProcessPipes } from '../../processes/index.ts';

/** Our ends. */
export interface ExecStreams {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
}

/** Pipes to a process that somebody else starts: Node can hand over no others. */
export interface ExecPipes {
  /** What the process is given. */
  readonly paths: ProcessPipes;
  /** The process has its ends. Nobody can open one from now on. */
  connect(): Promise<ExecStreams>;
  /** There is no process. */
  drop(): Promise<void>;
}

/** Makes pipes in a folder below `directory` that only its owner can enter. */
export async function makeExecPipes(directory: string): Promise<ExecPipes> {
  const parent = join(directory, 'exec');
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(parent, 'pipes-'));
  const paths = { stdin: join(folder, 'stdin'), stdout: join(folder, 'stdout'), stderr: join(folder, 'stderr') };
  await promisify(execFile)('mkfifo', ['-m', '600', ...Object.values(paths)]);
  // None of these waits for the other side; one that writes reads as well, and so has it.
  const stdin = openSync(paths.stdin, constants.O_RDWR | constants.O_NONBLOCK);
  const [stdout, stderr] = [paths.stdout, paths.stderr].map((path) =>
    openSync(path, constants.O_RDONLY | constants.O_NONBLOCK),
  );
  const forget = (): Promise<void> => rm(folder, { recursive: true, force: true });
  return {
    paths,
    async connect() {
      await forget();
      // Not before: with nobody who writes, the first read would be the end.
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

/** A pipe cannot be shut down as a socket can: it ends by being closed, when all has been written. */
function writerOf(fd: number): Writable {
  const socket = new Socket({ fd, readable: false, writable: true });
  // The write that it concerns reports it.
  socket.on('error', () => undefined);
  return new Writable({
    write: (chunk: Buffer, _, done) => void socket.write(chunk, done),
    destroy(error, done) {
      socket.destroy();
      done(error);
    },
  });
}
