import { run } from '../run.ts';

/** A release that cannot be made: the message says what to do. */
export class ReleaseError extends Error {
  override readonly name = 'Refused';
}

/** Runs git, and returns what it prints. Throws a `ReleaseError` with its output if it fails. */
export async function git(cwd: string, ...args: readonly string[]): Promise<string> {
  const { ok, output } = await tryGit(cwd, ...args);
  if (!ok) throw new ReleaseError(`git ${args[0] ?? ''} failed: ${output.trim()}`);
  return output;
}

/** Runs git, which may fail. */
export function tryGit(cwd: string, ...args: readonly string[]): Promise<{ ok: boolean; output: string }> {
  return run({ name: 'git', argv: ['git', ...args] }, { cwd });
}

export function formatTag(version: string): string {
  return `v${version}`;
}

/** Changed and new files of a work tree that are in no commit: one line each, as `git status --short` prints them. */
export async function listUncommitted(cwd: string): Promise<readonly string[]> {
  return splitLines(await git(cwd, 'status', '--porcelain'));
}

export async function hasTag(cwd: string, tag: string): Promise<boolean> {
  return (await tryGit(cwd, 'rev-parse', '--verify', '--quiet', `refs/tags/${tag}`)).ok;
}

/** The lines of a text that are not empty. */
export function splitLines(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '');
}
