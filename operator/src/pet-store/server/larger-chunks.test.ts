import { setTimeout as sleep } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import { inLargerChunks } from './larger-chunks.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);

async function* each(...texts: string[]): AsyncIterable<Uint8Array> {
  for (const text of texts) yield bytes(text);
}

async function texts(chunks: AsyncIterable<Uint8Array>): Promise<string[]> {
  const all: string[] = [];
  for await (const chunk of inLargerChunks(chunks)) all.push(Buffer.from(chunk).toString());
  return all;
}

describe('inLargerChunks', () => {
  it('joins chunks that are available without a wait', async () => {
    expect(await texts(each('a', 'b', 'c'))).toEqual(['abc']);
    expect(await texts(each())).toEqual([]);
  });

  it('yields the available chunks before it waits for more', async () => {
    async function* slowly(): AsyncIterable<Uint8Array> {
      yield bytes('a');
      yield bytes('b');
      await sleep(20);
      yield bytes('c');
    }
    expect(await texts(slowly())).toEqual(['ab', 'c']);
  });

  it('yields chunks of about 16 KiB', async () => {
    const kibibyte = 'x'.repeat(1024);
    const sizes = (await texts(each(...Array.from({ length: 40 }, () => kibibyte)))).map(({ length }) => length / 1024);
    expect(sizes).toEqual([16, 16, 8]);
  });

  it('throws an error of its source after the chunks before it', async () => {
    async function* broken(): AsyncIterable<Uint8Array> {
      yield bytes('a'.repeat(20_000));
      throw new Error('no more');
    }
    const chunks = inLargerChunks(broken())[Symbol.asyncIterator]();
    expect((await chunks.next()).done).toBe(false);
    await sleep(5);
    await expect(chunks.next()).rejects.toThrow('no more');
  });

  it('ends its source when its consumer stops', async () => {
    let ended = false;
    async function* endless(): AsyncIterable<Uint8Array> {
      try {
        for (;;) yield bytes('a'.repeat(20_000));
      } finally {
        ended = true;
      }
    }
    for await (const _ of inLargerChunks(endless())) break;
    expect(ended).toBe(true);
  });
});
