import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { git } from './git.ts';

/** A work tree of its own, in a temporary folder: what is changed and built there leaves the maintainer's alone. */
export interface WorkCopy extends AsyncDisposable {
  readonly path: string;
}

/**
 * Checks a commit out beside the repository. Disposing of it deletes the folder; a commit that was made there stays in the
 * repository.
 */
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

/** A commit with what the work tree has changed, above the newest one and on no branch; that one if nothing has changed. */
export async function commitOfWorkTree(repository: string): Promise<string> {
  const changed = (await git(repository, 'stash', 'create')).trim();
  if (changed === '') return 'HEAD';
  const message = 'Change what is not committed yet';
  return (await git(repository, 'commit-tree', `${changed}^{tree}`, '-p', 'HEAD', '-m', message)).trim();
}
