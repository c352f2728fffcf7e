import { git, hasTag, splitLines, formatTag } from './git.ts';

/** A commit, and the files that it changes. */
export interface Commit {
  readonly hash: string;
  readonly subject: string;
  readonly files: readonly string[];
}

/** The commits since the last release, the newest first, without merges. */
export async function commitsSince(cwd: string, last: string): Promise<readonly Commit[]> {
  const since = await findReleaseCommit(cwd, last);
  const format = '--format=%x00%h %s';
  return parseLog(await git(cwd, 'log', '--no-merges', '--name-only', format, `${since}..HEAD`));
}

/** Parses the output of `git log --name-only` with a NUL, the hash and the subject before the files of each commit. */
export function parseLog(log: string): readonly Commit[] {
  const entries = log.split('\0').filter((entry) => entry !== '');
  return entries.map((entry) => {
    const [title = '', ...files] = splitLines(entry);
    const [, hash = '', subject = ''] = /^(\S+) (.*)$/.exec(title) ?? [];
    return { hash, subject, files };
  });
}

/**
 * The commit of the tag; without a tag, for example in a clone without tags, the last one that wrote the released CRDs.
 */
async function findReleaseCommit(cwd: string, version: string): Promise<string> {
  const tag = formatTag(version);
  if (await hasTag(cwd, tag)) return tag;
  return (await git(cwd, 'log', '-1', '--format=%H', '--', 'infra/released/release.json')).trim();
}
