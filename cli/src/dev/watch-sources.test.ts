import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { expect, it, vi } from 'vitest';

import { watchSources } from './watch-sources.ts';

it('a file is followed when it is written, replaced by another one, created, and deleted', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'cli-watch-'));
  const file = path.join(folder, 'src/cafe.ts');
  mkdirSync(path.dirname(file));
  writeFileSync(file, '1');
  const seen: string[] = [];
  const stop = watchSources(folder, ['src', 'samples'], {
    changed: (files) => seen.push(...files),
    failed: (error) => {
      throw error;
    },
  });
  try {
    // The first changes may come before the watch is there.
    await vi.waitFor(
      async () => {
        writeFileSync(file, String(seen.length));
        await setTimeout(50);
        expect(seen).toContain('src/cafe.ts');
      },
      { timeout: 15_000 },
    );
    for (const text of ['2', '3']) {
      await setTimeout(100);
      seen.length = 0;
      writeFileSync(`${file}.new`, text);
      renameSync(`${file}.new`, file);
      await vi.waitFor(() => expect(seen).toContain('src/cafe.ts'), { timeout: 15_000 });
    }
    writeFileSync(path.join(folder, 'src/tea.ts'), '');
    await vi.waitFor(() => expect(seen).toContain('src/tea.ts'), { timeout: 15_000 });
    seen.length = 0;
    rmSync(path.join(folder, 'src/tea.ts'));
    await vi.waitFor(() => expect(seen).toContain('src/tea.ts'), { timeout: 15_000 });
  } finally {
    await stop();
    rmSync(folder, { recursive: true });
  }
});

it('a file is complete when it is followed, though it was empty before', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'cli-watch-'));
  const file = path.join(folder, 'cafe.ts');
  writeFileSync(file, '1');
  const seen: string[] = [];
  const stop = watchSources(folder, ['.'], {
    changed: () => seen.push(readFileSync(file, 'utf8')),
    failed: (error) => {
      throw error;
    },
  });
  try {
    await vi.waitFor(
      async () => {
        writeFileSync(file, '2');
        await setTimeout(100);
        expect(seen).toContain('2');
      },
      { timeout: 15_000 },
    );
    for (const text of ['3', '4', '5']) {
      await setTimeout(200);
      writeFileSync(file, '');
      await setTimeout(40);
      writeFileSync(file, text);
      await vi.waitFor(() => expect(seen.at(-1)).toBe(text), { timeout: 5000 });
    }
  } finally {
    await stop();
    rmSync(folder, { recursive: true });
  }
});
