import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { afterEach, expect, it, vi } from 'vitest';

import { useTemporaryFolder } from '../../../operator/control-plane/fixtures/temporary-folder.ts';
import { watchSources } from './watch-sources.ts';

let folder: string;
useTemporaryFolder((path) => void (folder = path));
let stop: () => Promise<void>;
afterEach(() => stop());

function watch(folders: readonly string[], changed: (files: readonly string[]) => void): void {
  const failed = (error: unknown): never => {
    throw error;
  };
  stop = watchSources(folder, folders, { changed, failed });
}

it('a file is followed when it is written, replaced by another one, created, and deleted', async () => {
  const file = path.join(folder, 'src/cafe.ts');
  mkdirSync(path.dirname(file));
  writeFileSync(file, '1');
  const seen: string[] = [];
  watch(['src', 'samples'], (files) => seen.push(...files));
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
});

it('a file is complete when it is followed, though it was empty before', async () => {
  const file = path.join(folder, 'cafe.ts');
  writeFileSync(file, '1');
  const seen: string[] = [];
  watch(['.'], () => seen.push(readFileSync(file, 'utf8')));
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
});
