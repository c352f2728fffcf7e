import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';

import { getLogParts } from './log-files.ts';
import { outputRecords, startRecord } from './log-lines.ts';

/** Maximum size of a file in bytes, the default of a kubelet's `containerLogMaxSize`. */
const defaultMaxBytes = 10 * 1024 * 1024;
const newline = 0x0a;
/** Replaces the file descriptor of a closed file. */
const closed = -1;

export interface LogWriterOptions {
  /** The path of the log; an existing log is continued. */
  readonly file: string;
  /** The pid of the process that writes the output. */
  readonly run: number;
  /** Returns the time in milliseconds since 1970. */
  readonly now: () => number;
  /**
   * Maximum size of a file in bytes: a full file becomes the older part and replaces the previous one, so the output of
   * a log takes at most twice this size plus a line. @default 10 MiB
   */
  readonly maxBytes?: number;
}

/**
 * Appends the output of a process to a log. It writes synchronously: when `write` returns, the chunk is in
 * the file, even if this process is killed afterwards. If a full file cannot be rotated, `write` throws and its data is
 * lost; the next `write` tries again.
 */
export class LogWriter {
  readonly #options: Required<LogWriterOptions>;
  #output = closed;
  #lines = closed;
  #size = 0;
  #atLineStart = true;

  /** Opens the log. Throws: if that fails; then no file stays open. */
  constructor(options: LogWriterOptions) {
    this.#options = { maxBytes: defaultMaxBytes, ...options };
    const { run, now } = options;
    this.#open();
    try {
      writeAll(this.#lines, startRecord(now(), run));
    } catch (error) {
      this.close();
      throw error;
    }
  }

  write(chunk: Buffer): void {
    const { run, now } = this.#options;
    if (this.#output === closed) this.#open();
    if (this.#isFull()) this.#rotate();
    writeAll(this.#output, chunk);
    writeAll(this.#lines, outputRecords(now(), run, chunk));
    this.#size += chunk.length;
    this.#atLineStart = chunk.at(-1) === newline;
  }

  close(): void {
    const files = [this.#output, this.#lines].filter((file) => file !== closed);
    // Resets the descriptors before anything can fail: the system may soon reuse the number of a closed one.
    [this.#output, this.#lines] = [closed, closed];
    for (const file of files) closeSync(file);
  }

  #open(): void {
    const [, { output, lines }] = getLogParts(this.#options.file);
    try {
      this.#output = openSync(output, 'a', 0o600);
      this.#lines = openSync(lines, 'a', 0o600);
      this.#size = fstatSync(this.#output).size;
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Whether to rotate now: at the end of a line, unless the line itself is too long. */
  #isFull(): boolean {
    const { maxBytes } = this.#options;
    return this.#size >= maxBytes && (this.#atLineStart || this.#size >= 2 * maxBytes);
  }

  /** Rotates both files, or neither. */
  #rotate(): void {
    this.close();
    const [older, newest] = getLogParts(this.#options.file);
    renameSync(newest.lines, older.lines);
    try {
      renameSync(newest.output, older.output);
    } catch (error) {
      renameSync(older.lines, newest.lines);
      throw error;
    }
    this.#open();
  }
}

function writeAll(file: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
}
