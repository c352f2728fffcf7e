import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';

import { logPartsOf } from './log-files.ts';
import { recordOf } from './log-records.ts';

/** A kubelet's `containerLogMaxSize`. */
const defaultMaxBytes = 10 * 1024 * 1024;
const newline = 0x0a;

export interface LogWriterOptions {
  /** Where the log is; it is continued if it is there already. */
  readonly file: string;
  /** The process whose output it is. */
  readonly run: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /**
   * A file of that many bytes becomes the older part, in place of the one that was; so a log never has more than twice
   * as many, and a line.
   * @default 10 MiB
   */
  readonly maxBytes?: number;
}

/**
 * Appends the output of a process to a log. Synchronous: what the process does not get rid of it cannot go on writing, and
 * nothing that was taken is lost when the writer is killed.
 *
 * Guarantees: the record of a byte is in the index before the byte is in the output; a record tells the beginning of a
 * line, or of a run.
 */
export class LogWriter {
  readonly #options: Required<LogWriterOptions>;
  #output: number;
  #index: number;
  #size: number;
  #atLineStart = true;

  constructor(options: LogWriterOptions) {
    this.#options = { maxBytes: defaultMaxBytes, ...options };
    [this.#output, this.#index] = this.#open();
    this.#size = fstatSync(this.#output).size;
    this.#note(this.#size);
  }

  write(chunk: Buffer): void {
    if (this.#isFull()) this.#beginAnew();
    const line = this.#atLineStart ? 0 : chunk.indexOf(newline) + 1;
    if (this.#atLineStart || (line > 0 && line < chunk.length)) this.#note(this.#size + line);
    writeAll(this.#output, chunk);
    this.#size += chunk.length;
    this.#atLineStart = chunk.at(-1) === newline;
  }

  close(): void {
    closeSync(this.#output);
    closeSync(this.#index);
  }

  #open(): [output: number, index: number] {
    const [, { output, index }] = logPartsOf(this.#options.file);
    return [openSync(output, 'a', 0o600), openSync(index, 'a', 0o600)];
  }

  #note(offset: number): void {
    const { run, now } = this.#options;
    writeAll(this.#index, recordOf({ offset, time: now(), run }));
  }

  /** A line stays in one piece, unless it is as long as a file may be. */
  #isFull(): boolean {
    const { maxBytes } = this.#options;
    return this.#size >= maxBytes && (this.#atLineStart || this.#size >= 2 * maxBytes);
  }

  #beginAnew(): void {
    const [older, newest] = logPartsOf(this.#options.file);
    this.close();
    renameSync(newest.index, older.index);
    renameSync(newest.output, older.output);
    [this.#output, this.#index] = this.#open();
    this.#size = 0;
    this.#note(0);
  }
}

function writeAll(file: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
}
