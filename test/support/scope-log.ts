import { open } from 'node:fs/promises';

import type { AuditEvent } from '../../operator/testing/src/index.ts';

const lineEnd = 10;

/**
 * The part of a shared audit log that names one namespace. It is read on from where it was read to: the log of all tests
 * is far too long to be read again and again.
 */
export class ScopeLog {
  /** What was read so far, oldest first. */
  readonly events: AuditEvent[] = [];
  readonly #path: string;
  readonly #namespace: string;
  #offset = 0;

  constructor(path: string, namespace: string) {
    this.#path = path;
    this.#namespace = namespace;
  }

  /** Reads what was added since; a last line that is still being written is left for the next time. */
  async readOn(): Promise<void> {
    await using file = await open(this.#path);
    const { size } = await file.stat();
    const buffer = Buffer.alloc(size - this.#offset);
    const { bytesRead } = await file.read(buffer, { position: this.#offset });
    const end = buffer.subarray(0, bytesRead).lastIndexOf(lineEnd) + 1;
    this.#offset += end;
    const lines = buffer.toString('utf8', 0, end).split('\n');
    for (const line of lines) if (line.includes(this.#namespace)) this.events.push(JSON.parse(line) as AuditEvent);
  }
}
