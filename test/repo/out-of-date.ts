import { run } from './run.ts';

const meanings: Record<string, string> = { '?': 'new', D: 'deleted', M: 'changed' };

/**
 * Files below `paths` (git pathspecs) of the repository at `cwd` that differ from what is committed or staged: one
 * line each, "changed: <file>", "deleted: <file>" or "new: <file>".
 *
 * Throws when git cannot tell, for instance outside of a repository.
 */
export async function outOfDate(paths: readonly string[], cwd: string): Promise<string[]> {
  const status = ['git', 'status', '--porcelain', '--no-renames', '--untracked-files=all', '-z'] as const;
  const { ok, output } = await run({ name: 'git status', argv: [...status, '--', ...paths] }, { cwd });
  if (!ok) throw new Error(`failed to compare with git: ${output}`);
  return output.split('\0').flatMap(describe);
}

/** `XY path`: X compares the index with the commit, Y the file with the index; only Y is of interest. */
function describe(entry: string): string[] {
  const inWorkTree = entry[1] ?? ' ';
  return inWorkTree === ' ' ? [] : [`${meanings[inWorkTree] ?? inWorkTree}: ${entry.slice(3)}`];
}
