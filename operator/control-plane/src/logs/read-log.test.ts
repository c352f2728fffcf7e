import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';

import { createFakeClock } from '../../../testing/src/fake-clock.ts';
import { LogWriter } from './log-writer.ts';
import { type LogQuery, readLog } from './read-log.ts';
import { readWholeLog } from './log-files.ts';
import { useTemporaryFolder } from '../../fixtures/temporary-folder.ts';

let folder = '';
useTemporaryFolder((path) => void (folder = path));
let file = '';
let time = 0;
beforeEach(() => {
  file = join(folder, 'main.log');
  time = Date.parse('2026-01-01T00:00:00Z');
});

const createWriter = (run: number, maxBytes?: number): LogWriter =>
  new LogWriter({ file, run, now: () => time, ...(maxBytes !== undefined && { maxBytes }) });
function writeChunks(run: number, ...chunks: string[]): void {
  const writer = createWriter(run);
  for (const chunk of chunks) {
    writer.write(Buffer.from(chunk));
    time += 1000;
  }
  writer.close();
}
async function read(query: LogQuery): Promise<string> {
  return text(readLog(file, query));
}

describe('the log of a container', () => {
  test('is the output of one run, byte by byte', async () => {
    writeChunks(7, 'of the first\n', 'no newline');
    writeChunks(8, 'of the second\n');
    expect(await read({ run: 7 })).toBe('of the first\nno newline');
    expect(await read({ run: 8 })).toBe('of the second\n');
    expect(readFileSync(file, 'utf8')).toBe('of the first\nno newlineof the second\n');
  });

  test('is empty for a run without output, and for a nonexistent run', async () => {
    writeChunks(7);
    writeChunks(8, 'x\n');
    expect(await read({ run: 7 })).toBe('');
    expect(await read({ run: 9 })).toBe('');
  });

  test('comes from the later of two runs with the same process id', async () => {
    writeChunks(7, 'old\n');
    writeChunks(8, 'between\n');
    writeChunks(7, 'new\n');
    expect(await read({ run: 7 })).toBe('new\n');
  });

  test('with tail lines counts an incomplete last line as one', async () => {
    writeChunks(7, 'one\ntwo\nthree\n');
    expect(await read({ run: 7, tailLines: 2 })).toBe('two\nthree\n');
    expect(await read({ run: 7, tailLines: 0 })).toBe('');
    expect(await read({ run: 7, tailLines: 9 })).toBe('one\ntwo\nthree\n');
    writeChunks(8, 'one\ntwo\nfo', 'ur');
    expect(await read({ run: 8, tailLines: 2 })).toBe('two\nfour');
  });

  test('has the time of each line on request', async () => {
    writeChunks(7, 'one\ntw', 'o\nthree\n');
    expect(await read({ run: 7, timestamps: true })).toBe(
      '2026-01-01T00:00:00.000Z one\n2026-01-01T00:00:00.000Z two\n2026-01-01T00:00:01.000Z three\n',
    );
  });

  test('omits lines before the requested time', async () => {
    writeChunks(7, 'one\n', 'two\n', 'three\n');
    const since = Date.parse('2026-01-01T00:00:01Z');
    expect(await read({ run: 7, since })).toBe('two\nthree\n');
    expect(await read({ run: 7, since, tailLines: 1 })).toBe('three\n');
    expect(await read({ run: 7, since: since + 1, tailLines: 3 })).toBe('three\n');
    expect(await read({ run: 7, since: since + 60_000 })).toBe('');
  });

  test('ends after the requested number of bytes, even within a line', async () => {
    writeChunks(7, 'one\ntwo\n');
    expect(await read({ run: 7, limitBytes: 5 })).toBe('one\nt');
    expect(await read({ run: 7, limitBytes: 50 })).toBe('one\ntwo\n');
  });

  test('is followed across rotated files until the run has ended, and not into the next run', async () => {
    const clock = createFakeClock();
    let ended = false;
    const signal = new AbortController().signal;
    const first = createWriter(7, 16);
    first.write(Buffer.from('a line of sixteen\n'));
    const texts: string[] = [];
    const follow = { clock, hasEnded: () => ended, signal };
    const done = (async () => {
      for await (const bytes of readLog(file, { run: 7, follow })) texts.push(bytes.toString());
    })();
    await expect.poll(() => texts.join('')).toBe('a line of sixteen\n');
    first.write(Buffer.from('in the next file\n'));
    await clock.advance(50);
    await expect.poll(() => texts.join('')).toBe('a line of sixteen\nin the next file\n');
    first.write(Buffer.from('last words'));
    first.close();
    writeChunks(8, 'of another run\n');
    ended = true;
    await clock.advance(50);
    await done;
    expect(texts.join('')).toBe('a line of sixteen\nin the next file\nlast words');
  });

  test('is no longer followed once its client has disconnected', async () => {
    writeChunks(7, 'x\n');
    const clock = createFakeClock();
    const gone = new AbortController();
    const follow = { clock, hasEnded: () => false, signal: gone.signal };
    const lines = readLog(file, { run: 7, follow })[Symbol.asyncIterator]();
    await lines.next();
    const last = lines.next();
    gone.abort();
    expect(await last).toEqual({ done: true, value: undefined });
  });

  test('is bounded: a full file becomes the older part, and replaces the previous one', async () => {
    const writer = createWriter(7, 100);
    const lines = Array.from({ length: 200 }, (_, i) => `line ${String(i)}\n`);
    for (const line of lines) writer.write(Buffer.from(line));
    writer.close();
    expect(statSync(file).size).toBeLessThan(120);
    expect(statSync(`${file}.1`).size).toBeLessThan(120);
    const kept = (await read({ run: 7 })).split('\n');
    expect(kept.slice(-3)).toEqual(['line 198', 'line 199', '']);
    expect(await read({ run: 7, tailLines: 15 })).toBe(lines.slice(-15).join(''));
    expect(await readWholeLog(file)).toBe(await read({ run: 7 }));
  });

  test('equals a simple list of lines, for random chunks, files and options', async () => {
    const chunk = fc.stringMatching(/^[a-z\n]{1,12}$/);
    const question = fc.record({ tail: fc.nat(12), since: fc.nat(12), limit: fc.nat(60) });
    await fc.assert(
      fc.asyncProperty(fc.array(chunk, { maxLength: 12 }), question, async (chunks, { tail, since, limit }) => {
        rmSync(folder, { recursive: true, force: true });
        folder = mkdtempSync(join(tmpdir(), 'kubewright-logs-'));
        file = join(folder, 'main.log');
        const start = time;
        const writer = createWriter(1, 1000);
        const expected: { text: string; time: number }[] = [];
        for (const text of chunks) {
          for (const part of text.split(/(?<=\n)/)) {
            const open = expected.at(-1);
            if (open !== undefined && !open.text.endsWith('\n')) open.text += part;
            else expected.push({ text: part, time });
          }
          writer.write(Buffer.from(text));
          time += 1;
        }
        writer.close();
        const last = tail === 0 ? [] : expected.slice(-tail);
        const wanted = last.filter((line) => line.time >= start + since);
        const all = wanted.map(({ text }) => text).join('');
        const query = { run: 1, tailLines: tail, since: start + since, limitBytes: limit };
        expect(await read(query)).toBe(all.slice(0, limit));
      }),
      { numRuns: 150 },
    );
  });
});
