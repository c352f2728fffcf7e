import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';

import { LogWriter } from '../logs/log-writer.ts';
import type { ProcessSpec } from './running-process.ts';

/** Where a process writes to. */
export interface Output {
  /** Given to the process as stdout and stderr. */
  readonly file: number;
  /** The process has been started: this copy of `file` is closed, and what the process writes goes into its log. */
  begin(pid: number): void;
  /** Nothing was started. */
  drop(): void;
  /** Resolves when all that was written is in the log, at the latest `limitMs` from now. */
  drained(limitMs: number): Promise<void>;
}

/** Throws: when the log file cannot be opened. */
export function openOutput(spec: ProcessSpec): Output {
  return spec.log === 'timed' ? timedOutput(spec) : plainOutput(spec);
}

function plainOutput({ logFile }: ProcessSpec): Output {
  const file = openSync(logFile, 'a', 0o600);
  const close = (): void => closeSync(file);
  return { file, begin: close, drop: close, drained: () => Promise.resolve() };
}

function timedOutput({ logFile }: ProcessSpec): Output {
  closeSync(openSync(logFile, 'a', 0o600));
  const pipe = openPipe(logFile);
  const drained = Promise.withResolvers<undefined>();
  let reading: Socket | undefined;
  return {
    file: pipe.write,
    begin(pid) {
      closeSync(pipe.write);
      const writer = new LogWriter({ file: logFile, run: pid, now: Date.now });
      reading = new Socket({ fd: pipe.read, readable: true, writable: false });
      reading.on('data', (chunk) => written(writer, chunk));
      reading.on('error', () => undefined);
      reading.on('close', () => {
        writer.close();
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

/** On a full disk the process goes on, without its log: nobody gains if it stops. */
function written(writer: LogWriter, chunk: Buffer): void {
  try {
    writer.write(chunk);
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
    return { read, write: openSync(path, constants.O_WRONLY) };
  } finally {
    rmSync(path, { force: true });
  }
}
