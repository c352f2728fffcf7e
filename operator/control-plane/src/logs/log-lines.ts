import { type FileHandle, open } from 'node:fs/promises';

import { getLogParts } from './log-files.ts';

/** A record: the start of a run, or a line of its output. A line written in pieces has several records. */
export interface LogRecord {
  /** The time in milliseconds since 1970. */
  readonly time: number;
  /** The pid of the process that wrote the line. */
  readonly run: number;
  readonly kind: 'start' | 'piece' | 'line';
  /** The text without the trailing newline. */
  readonly text: Buffer;
}

const newline = 0x0a;
const blockBytes = 64 * 1024;
const nothing: Buffer = Buffer.alloc(0);

export function startRecord(time: number, run: number): Buffer {
  return recordOf({ time, run, kind: 'start', text: nothing });
}

export function outputRecords(time: number, run: number, chunk: Buffer): Buffer {
  const records: Buffer[] = [];
  for (let from = 0; from < chunk.length;) {
    const end = chunk.indexOf(newline, from);
    const to = end < 0 ? chunk.length : end;
    records.push(recordOf({ time, run, kind: end < 0 ? 'piece' : 'line', text: chunk.subarray(from, to) }));
    from = to + 1;
  }
  return Buffer.concat(records);
}

function recordOf({ time, run, kind, text }: LogRecord): Buffer {
  return Buffer.concat([Buffer.from(`${String(time)} ${String(run)} ${kind} `), text, Buffer.from('\n')]);
}

function parseRecord(bytes: Buffer): LogRecord {
  const [time, run, kind] = bytes.toString('latin1', 0, headBytes).split(' ', 3) as [string, string, LogRecord['kind']];
  const text = bytes.subarray(time.length + run.length + kind.length + 3);
  return { time: Number(time), run: Number(run), kind, text };
}

/** How many bytes to decode for the prefix before the text: more than any prefix has. */
const headBytes = 64;

/** Reads the records of a log, across rotated files. Dispose it after use. */
export class LogReader implements AsyncDisposable {
  readonly #paths: readonly string[];
  /** The open files: the one that is read now, and newer ones. */
  readonly #files: FileHandle[] = [];
  #offset = 0;
  /** The beginning of a record whose rest is not written yet. */
  #rest: Buffer = nothing;

  constructor(file: string) {
    this.#paths = getLogParts(file).map(({ lines }) => lines);
  }

  /** Yields the records written since the last call. */
  async *next(): AsyncGenerator<LogRecord, void, void> {
    await this.#openLater();
    for (let [file] = this.#files; file !== undefined; [file] = this.#files) {
      yield* this.#toEnd(file);
      if (this.#files.length === 1) return;
      this.#files.shift();
      [this.#offset, this.#rest] = [0, nothing];
      await file.close();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#files.map((file) => file.close()));
  }

  /**
   * Opens files that were added since. Opens the newest first: if it is rotated in the meantime, it is found twice, but
   * none is missed.
   */
  async #openLater(): Promise<void> {
    const present = await this.#files.at(-1)?.stat({ bigint: true });
    const inodes = new Set([present?.ino]);
    const later: FileHandle[] = [];
    for (const path of this.#paths.toReversed()) {
      const file = await openIfThere(path);
      if (file === undefined) continue;
      const { ino } = await file.stat({ bigint: true });
      const isKnown = inodes.has(ino);
      inodes.add(ino);
      if (isKnown) await file.close();
      else later.unshift(file);
      // Files older than the current one have already been read.
      if (ino === present?.ino) break;
    }
    this.#files.push(...later);
  }

  async *#toEnd(file: FileHandle): AsyncGenerator<LogRecord, void, void> {
    for (;;) {
      const block = Buffer.alloc(blockBytes);
      const { bytesRead } = await file.read(block, 0, blockBytes, this.#offset);
      if (bytesRead === 0) return;
      this.#offset += bytesRead;
      let rest = Buffer.concat([this.#rest, block.subarray(0, bytesRead)]);
      for (let end = rest.indexOf(newline); end >= 0; end = rest.indexOf(newline)) {
        yield parseRecord(rest.subarray(0, end));
        rest = rest.subarray(end + 1);
      }
      this.#rest = rest;
    }
  }
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
