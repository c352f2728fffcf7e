import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';

import { LogWriter } from '../logs/log-writer.ts';
import type { ProcessPipes, ProcessSpec } from './running-process.ts';

/** Where a process reads from and writes to. */
export interface Output {
  /** Given to the process as stdin, stdout and stderr. */
  readonly stdio: readonly ['ignore' | number, number, number];
  /**
   * The process has been started: these copies are closed, and the output of the process is written where it should be.
   *
   * Throws: when nobody can read what the process writes; then, too, all is closed.
   */
  begin(pid: number): void;
  /** Nothing was started: all is closed. Never after `begin`. */
  drop(): void;
  /** Resolves when all that was written is in the log, at the latest `limitMs` from now. */
  drained(limitMs: number): Promise<void>;
}

/** Throws: when the log file cannot be opened. */
export function openOutput(spec: ProcessSpec): Output {
  if (spec.pipes !== undefined) return pipedOutput(spec.pipes);
  return spec.log === 'timed' ? timedOutput(spec) : plainOutput(spec);
}

function plainOutput({ logFile }: ProcessSpec): Output {
  const file = openSync(logFile, 'a', 0o600);
  const close = (): void => closeSync(file);
  return { stdio: ['ignore', file, file], begin: close, drop: close, drained: () => Promise.resolve() };
}

/** Whoever reads has all of it when the process has ended: it is in the pipes. */
function pipedOutput({ stdin, stdout, stderr }: ProcessPipes): Output {
  const files = [
    openEnd(stdin, constants.O_RDONLY),
    ...[stdout, stderr].map((path) => openEnd(path, constants.O_WRONLY)),
  ];
  const [input = 0, output = 0, errors = 0] = files;
  const close = (): void => files.forEach((file) => closeSync(file));
  return { stdio: [input, output, errors], begin: close, drop: close, drained: () => Promise.resolve() };
}

/** Opening one end waits for the other, and its holder may have ended: here both are open for a moment. */
function openEnd(path: string, flags: number): number {
  const both = openSync(path, constants.O_RDWR);
  try {
    return openSync(path, flags);
  } finally {
    closeSync(both);
  }
}

function timedOutput({ logFile }: ProcessSpec): Output {
  closeSync(openSync(logFile, 'a', 0o600));
  const pipe = openPipe(logFile);
  const drained = Promise.withResolvers<undefined>();
  let reading: Socket | undefined;
  return {
    stdio: ['ignore', pipe.write, pipe.write],
    begin(pid) {
      closeSync(pipe.write);
      reading = readerOf(pipe.read);
      const writer = openedWriter(logFile, pid);
      reading.on('data', (chunk) => written(writer, chunk));
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
    async drained(limitMs) {
      // A daemon that nobody can name may still hold the other end.
      const limit = setTimeout(() => reading?.destroy(), limitMs);
      await drained.promise;
      clearTimeout(limit);
    },
  };
}

function readerOf(fd: number): Socket {
  try {
    return new Socket({ fd, readable: true, writable: false });
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** `undefined`: the process runs already, and continues without its log. */
function openedWriter(file: string, run: number): LogWriter | undefined {
  try {
    return new LogWriter({ file, run, now: Date.now });
  } catch (error) {
    console.error('log of a process cannot be opened:', error);
    return undefined;
  }
}

/** On a full disk the process continues without its log. */
function written(writer: LogWriter | undefined, chunk: Buffer): void {
  try {
    writer?.write(chunk);
  } catch (error) {
    console.error('output of a process lost:', error);
  }
}

let count = 0;

/**
 * A pipe that a child may open again as `/dev/stdout`. What Node itself makes for a child are sockets, which cannot be
 * opened, and Node has no call for a pipe: it is a named one that loses its name at once.
 */
function openPipe(beside: string): { readonly read: number; readonly write: number } {
  const path = `${beside}.pipe-${process.pid}-${String(++count)}`;
  execFileSync('mkfifo', ['-m', '600', path], { stdio: 'ignore' });
  try {
    // In this order: a writer would wait for a reader, and a reader that must not wait is there at once.
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
