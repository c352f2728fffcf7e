import { open } from 'node:fs/promises';

import type { AuditEvent } from '../../operator/testing/src/index.ts';

const lineEnd = 10;

/**
 * The lines of a shared audit log that contain a text. Each read continues where the last one ended, because the log of
 * all tests is too long to be read repeatedly.
 */
export class ScopeLog {
  /** The events read so far, oldest first. */
  readonly events: AuditEvent[] = [];
  readonly #path: string;
  readonly #text: string;
  #offset = 0;

  constructor(path: string, text: string) {
    this.#path = path;
    this.#text = text;
  }

  /** Reads the lines added since the last read. A last line that is still being written is left for the next read. */
  async readOn(): Promise<void> {
    await using file = await open(this.#path);
    const { size } = await file.stat();
    const buffer = Buffer.allocUnsafe(size - this.#offset);
    const { bytesRead } = await file.read(buffer, { position: this.#offset });
    const end = buffer.subarray(0, bytesRead).lastIndexOf(lineEnd) + 1;
    this.#offset += end;
    this.events.push(...filterLines(this.#text, buffer.subarray(0, end)).map((line) => JSON.parse(line) as AuditEvent));
  }
}

/**
 * Selects the lines of `log` that contain `text`. Other lines are not decoded, because most lines belong to other
 * tests.
 */
function filterLines(text: string, log: Buffer): readonly string[] {
  const lines: string[] = [];
  for (let at = log.indexOf(text); at !== -1;) {
    const end = log.indexOf(lineEnd, at);
    lines.push(log.toString('utf8', log.lastIndexOf(lineEnd, at) + 1, end));
    at = log.indexOf(text, end);
  }
  return lines;
}
