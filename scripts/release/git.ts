import { run } from '../run.ts';

/** Thrown if a release is not possible. The message names the fix. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
}

/** Runs git, and returns its output. Throws a `ReleaseError` with the output if it fails. */
export async function git(cwd: string, ...args: readonly string[]): Promise<string> {
  const { ok, output } = await tryGit(cwd, ...args);
  if (!ok) throw new ReleaseError(`git ${args[0] ?? ''} failed: ${output.trim()}`);
  return output;
}

/** Runs git without throwing if it fails. */
export function tryGit(cwd: string, ...args: readonly string[]): Promise<{ ok: boolean; output: string }> {
  return run({ name: 'git', argv: ['git', ...args] }, { cwd });
}

export function formatTag(version: string): string {
  return `v${version}`;
}

/** Changed and new files of a work tree, one line each, as `git status --short` prints them. */
export async function listUncommitted(cwd: string): Promise<readonly string[]> {
  return splitLines(await git(cwd, 'status', '--porcelain'));
}

export async function hasTag(cwd: string, tag: string): Promise<boolean> {
  return (await tryGit(cwd, 'rev-parse', '--verify', '--quiet', `refs/tags/${tag}`)).ok;
}

/** The non-empty lines of a text. */
export function splitLines(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '');
}
