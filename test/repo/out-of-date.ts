import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { run } from './run.ts';

const meanings: Record<string, string> = { '?': 'new', D: 'deleted', M: 'changed' };

/**
 * Files below `paths` (git pathspecs) of the repository at `cwd` that differ from what is committed or staged: one
 * line each, "changed: <file>", "deleted: <file>" or "new: <file>".
 *
 * Throws when git does not know, for instance outside of a repository.
 */
export async function outOfDate(paths: readonly string[], cwd: string): Promise<string[]> {
  const status = ['git', 'status', '--porcelain', '--no-renames', '--untracked-files=all', '-z'] as const;
  const { ok, output } = await run({ name: 'git status', argv: [...status, '--', ...paths] }, { cwd });
  if (!ok) throw new Error(`failed to compare with git: ${output}`);
  return output.split('\0').flatMap(describe);
}

/** The texts of all files in `folders` of the repository at `cwd`, by path: to compare with later ones. */
export async function textsIn(folders: readonly string[], cwd: string): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const folder of folders) {
    for (const entry of await readdir(path.join(cwd, folder), { withFileTypes: true })) {
      const file = `${folder}/${entry.name}`;
      if (entry.isFile()) texts.set(file, await readFile(path.join(cwd, file), 'utf8'));
    }
  }
  return texts;
}

/** Files whose text differs from what it was: one line each, as above. */
export function changedSince(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): string[] {
  return [...now].filter(([file, text]) => before.get(file) !== text).map(([file]) => `changed: ${file}`);
}

/** `XY path`: X compares the index with the commit, Y the file with the index; only Y is of interest. */
function describe(entry: string): string[] {
  const inWorkTree = entry[1] ?? ' ';
  return inWorkTree === ' ' ? [] : [`${meanings[inWorkTree] ?? inWorkTree}: ${entry.slice(3)}`];
}
