import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { run } from '../run.ts';

const meanings: Record<string, string> = { '?': 'new', D: 'deleted', M: 'changed' };

/**
 * The files below `paths` (git pathspecs) of the repository at `cwd` that differ from the committed or staged ones: one
 * line each, "changed: <file>", "deleted: <file>" or "new: <file>".
 *
 * Throws if git fails, for instance outside of a repository.
 */
export async function findOutOfDate(paths: readonly string[], cwd: string): Promise<string[]> {
  const status = ['git', 'status', '--porcelain', '--no-renames', '--untracked-files=all', '-z'] as const;
  const { ok, output } = await run({ name: 'git status', argv: [...status, '--', ...paths] }, { cwd });
  if (!ok) throw new Error(`failed to compare with git: ${output}`);
  return output.split('\0').flatMap(formatEntry);
}

/** The texts of the files directly in `folders` of the repository at `cwd`, by path. For `findChanged`. */
export async function readTexts(folders: readonly string[], cwd: string): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const folder of folders) {
    for (const entry of await readdir(path.join(cwd, folder), { withFileTypes: true })) {
      const file = `${folder}/${entry.name}`;
      if (entry.isFile()) texts.set(file, await readFile(path.join(cwd, file), 'utf8'));
    }
  }
  return texts;
}

/** The files whose text differs from `before`: one line each, "changed: <file>". */
export function findChanged(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): string[] {
  return [...now].filter(([file, text]) => before.get(file) !== text).map(([file]) => `changed: ${file}`);
}

/** Parses an entry `XY path`: X compares the index with the commit, Y the file with the index. Only Y counts. */
function formatEntry(entry: string): string[] {
  const inWorkTree = entry[1] ?? ' ';
  return inWorkTree === ' ' ? [] : [`${meanings[inWorkTree] ?? inWorkTree}: ${entry.slice(3)}`];
}
