import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';

import { LogWriter } from '../logs/log-writer.ts';
import type { ProcessSpec } from './running-process.ts';

export interface Output {
  readonly stdio: readonly ['ignore', number, number];
  /**
   * Call it when the process has started: closes this process's copies of its stdio, and starts to copy its output to
   * the log. Throws: if the output cannot be read; closes everything.
   */
  begin(pid: number): void;
  /** Call it instead of `begin` if the process could not be started: closes everything. */
  drop(): void;
  /** Resolves when all output is in the log, or after `limitMs`. */
  waitUntilDrained(limitMs: number): Promise<void>;
}

/** Opens the output of a process to start. Throws: if the log file cannot be opened. */
export function openOutput(spec: ProcessSpec): Output {
  return spec.log === 'timed' ? openTimedOutput(spec) : openPlainOutput(spec);
}

function openPlainOutput({ logFile }: ProcessSpec): Output {
  const file = openSync(logFile, 'a', 0o600);
  const close = (): void => closeSync(file);
  return { stdio: ['ignore', file, file], begin: close, drop: close, waitUntilDrained: () => Promise.resolve() };
}

function openTimedOutput({ logFile }: ProcessSpec): Output {
  closeSync(openSync(logFile, 'a', 0o600));
  const pipe = openPipe(logFile);
  const drained = Promise.withResolvers<undefined>();
  let reading: Socket | undefined;
  return {
    stdio: ['ignore', pipe.write, pipe.write],
    begin(pid) {
      closeSync(pipe.write);
      reading = createReader(pipe.read);
      const writer = tryOpenWriter(logFile, pid);
      reading.on('data', (chunk) => tryWrite(writer, chunk));
      reading.on('error', () => undefined);
      reading.on('close', () => {
        writer?.close();
        drained.resolve(undefined);
      });
    },
    drop() {
      closeSync(pipe.write);
      closeSync(pipe.read);
    },
    async waitUntilDrained(limitMs) {
      // A daemon that has left the process tree may still hold the other end of the pipe open.
      const limit = setTimeout(() => reading?.destroy(), limitMs);
      await drained.promise;
      clearTimeout(limit);
    },
  };
}

function createReader(fd: number): Socket {
  try {
    return new Socket({ fd, readable: true, writable: false });
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** Opens the log; `undefined` if that fails, because the process already runs and continues without a log. */
function tryOpenWriter(file: string, run: number): LogWriter | undefined {
  try {
    return new LogWriter({ file, run, now: Date.now });
  } catch (error) {
    console.error('failed to open the log of a process:', error);
    return undefined;
  }
}

/** Writes to the log. If that fails, for example because the disk is full, the process continues. */
function tryWrite(writer: LogWriter | undefined, chunk: Buffer): void {
  try {
    writer?.write(chunk);
  } catch (error) {
    console.error('failed to write the output of a process to its log:', error);
  }
}

let count = 0;

/**
 * Opens a pipe that a child can reopen as `/dev/stdout`. Node's own `pipe` gives a child sockets, which cannot be
 * reopened, and Node lacks an API for pipes. So this creates a named pipe, opens it, and removes its name.
 */
function openPipe(beside: string): { readonly read: number; readonly write: number } {
  const path = `${beside}.pipe-${process.pid}-${String(++count)}`;
  execFileSync('mkfifo', ['-m', '600', path], { stdio: 'ignore' });
  try {
    // The reader first: opening a pipe for writing blocks until it has a reader; a non-blocking reader opens at once.
    const read = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      return { read, write: openSync(path, constants.O_WRONLY) };
    } catch (error) {
      closeSync(read);
      throw error;
    }
  } finally {
    rmSync(path, { force: true });
  }
}
