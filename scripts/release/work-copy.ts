import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { git } from './git.ts';

/** A separate work tree in a temporary folder: changes and builds there do not affect the maintainer's. */
export interface WorkCopy extends AsyncDisposable {
  readonly path: string;
}

/** Checks a commit out into a temporary folder. Disposal deletes the folder, but retains commits in the repository. */
export async function openWorkCopy(repository: string, commit: string): Promise<WorkCopy> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kubewright-release-'));
  const tree = path.join(folder, 'kubewright');
  await git(repository, 'worktree', 'add', '--detach', '--quiet', tree, commit);
  return {
    path: tree,
    async [Symbol.asyncDispose]() {
      await git(repository, 'worktree', 'remove', '--force', tree);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Returns a commit with the changes of the work tree, on top of HEAD and on no branch; HEAD if nothing has changed.
 */
export async function commitOfWorkTree(repository: string): Promise<string> {
  const changed = (await git(repository, 'stash', 'create')).trim();
  if (changed === '') return 'HEAD';
  const message = 'Uncommitted changes';
  return (await git(repository, 'commit-tree', `${changed}^{tree}`, '-p', 'HEAD', '-m', message)).trim();
}
