import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { splitLines } from './split-lines.ts';

/** Cuts `bytes` at these offsets. */
function* cut(bytes: Uint8Array, places: readonly number[]): Generator<Uint8Array> {
  const ends = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  let start = 0;
  for (const end of [...ends, bytes.length]) {
    yield bytes.subarray(start, end);
    start = end;
  }
}

async function collectLines(chunks: Iterable<Uint8Array>): Promise<string[]> {
  async function* streamChunks(): AsyncGenerator<Uint8Array> {
    yield* chunks;
  }
  const lines: string[] = [];
  for await (const line of splitLines(streamChunks())) lines.push(line);
  return lines;
}

const encoder = new TextEncoder();
// Lines as in JSON: without raw newlines and lone surrogates, and not empty.
const line = fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => JSON.stringify(text));

/** The least CPU time of three attempts, because a garbage collection or other processes add to some of them. */
async function measureLeastCpuTime(bytes: number): Promise<number> {
  return Math.min(await measureCpuTime(bytes), await measureCpuTime(bytes), await measureCpuTime(bytes));
}

/** The CPU time in microseconds for this number of bytes without a newline, in chunks as a connection delivers them. */
async function measureCpuTime(bytes: number): Promise<number> {
  const chunk = Buffer.alloc(2 ** 12, 'x');
  const before = process.threadCpuUsage();
  await expect(collectLines(Array.from({ length: bytes / chunk.length }, () => chunk))).resolves.toEqual([]);
  return process.threadCpuUsage(before).user;
}

describe('splitLines', () => {
  it('yields the same lines for all chunk boundaries, even within characters', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.array(fc.nat()), async (lines, places) => {
        const bytes = encoder.encode(lines.map((each) => `${each}\n`).join(''));
        await expect(collectLines(cut(bytes, places))).resolves.toEqual(lines);
      }),
    );
  });

  it('drops only the incomplete line at the end of the connection', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(line), line, fc.nat(), async (lines, last, place) => {
        const whole = encoder.encode(lines.map((each) => `${each}\n`).join(''));
        const end = encoder.encode(last);
        const bytes = Buffer.concat([whole, end.subarray(0, place % (end.length + 1))]);
        await expect(collectLines([bytes])).resolves.toEqual(lines);
      }),
    );
  });

  it('skips empty lines', async () => {
    await expect(collectLines([encoder.encode('\n{}\n\n{}\n')])).resolves.toEqual(['{}', '{}']);
  });

  it('throws at an endless line before it fills the memory', async () => {
    const chunk = Buffer.alloc(2 ** 22, 'x');
    let asked = 0;
    async function* streamEndless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        asked += 1;
        yield chunk;
      }
    }
    await expect(splitLines(streamEndless()).next()).rejects.toMatchObject({ code: 'API_UNAVAILABLE' });
    expect(asked).toBe(17);
  });

  it('takes time in proportion to the length of an endless line', async () => {
    const [short, long] = [await measureLeastCpuTime(2 ** 18), await measureLeastCpuTime(2 ** 22)];
    // Sixteen times the bytes: quadratic time would be 256 times as much.
    expect(long).toBeLessThan(80 * Math.max(short, 500));
  });

  it('yields a line as soon as it has arrived', async () => {
    let asked = 0;
    async function* streamEndless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        asked += 1;
        yield encoder.encode('{"a":1}\n{"b":');
      }
    }
    for await (const each of splitLines(streamEndless())) {
      expect(each).toBe('{"a":1}');
      break;
    }
    expect(asked).toBe(1);
  });
});
