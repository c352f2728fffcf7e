import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import type { FilledCache } from './support/fill-cache.ts';
import { startPagingServer } from './support/paging-server.ts';
import { printProgress } from './support/progress.ts';

const program = path.join(import.meta.dirname, 'support/fill-cache.ts');
const objects = 200_000;
/** The size of each object; all together have 600 MB, more than a string of Node.js can hold. */
const bytes = 3 * 1024;
/** The heap limit of the process (`--max-old-space-size`), in MiB. */
const heapMiB = 950;
const timeoutMs = 300_000;

interface LargeListResult {
  readonly code: number | null;
  readonly output: string;
}

async function fillCache(port: number): Promise<LargeListResult> {
  const flags = ['--expose-gc', `--max-old-space-size=${String(heapMiB)}`];
  const child = spawn(process.execPath, [...flags, program, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

describe('the first list of 200,000 objects of 3 KB', () => {
  // id: fault-17
  it(
    'is read in pages, and completes in a heap of at most 1.5 times the heap that the full cache needs',
    { timeout: timeoutMs },
    async () => {
      await using server = await startPagingServer({ objects, bytes });
      const { code, output } = await fillCache(server.port);
      expect(code).toBe(0);
      const filled = JSON.parse(output) as FilledCache;
      printProgress(`${String(objects)} objects are listed after ${String(filled.ms)} ms`);

      expect(filled.objects).toBe(objects);
      expect(heapMiB * 2 ** 20).toBeLessThanOrEqual(1.5 * filled.heapBytes);
      // The first list, from version 0, is one response, which is aborted after 4 MiB. Pages of 500 follow, then a list
      // of one object that gets the newest resource version, because the pages took long to process.
      expect(server.lists.slice(0, 2)).toEqual(['limit=500&resourceVersion=0', 'limit=500']);
      expect(server.lists).toHaveLength(1 + objects / 500 + 1);
      expect(server.lists.at(-1)).toBe('limit=1');
      expect(server.sentBytes).toBeLessThan(objects * bytes * 1.05);
    },
  );
});
