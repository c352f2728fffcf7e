import { readFileSync } from 'node:fs';
import path from 'node:path';

import { root, run } from './run.ts';

/** Paths of all files of the working tree that git tracks or would add, from the repository's root. */
export async function listRepositoryFiles(): Promise<string[]> {
  const argv = ['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'] as const;
  const { ok, output } = await run({ name: 'git ls-files', argv: [...argv] });
  if (!ok) throw new Error(`failed to list the repository's files: ${output}`);
  const deleted = await run({ name: 'git ls-files', argv: ['git', 'ls-files', '-z', '--deleted'] });
  const absent = new Set(deleted.output.split('\0'));
  return output.split('\0').filter((file) => file !== '' && !absent.has(file));
}

export function readRepositoryText(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}
