import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

import { buildGenerateError } from './generate-error.ts';

/** The files that a generator wrote and deleted. */
export interface WriteResult {
  readonly changed: readonly string[];
  readonly deleted: readonly string[];
}

/** Formats a generator's output: each written or deleted file, or that all are up to date. Ends with a newline. */
export function formatWritten({ changed, deleted }: WriteResult): string {
  const lines = [...changed.map((path) => `wrote ${path}`), ...deleted.map((path) => `deleted ${path}`)];
  return `${lines.length === 0 ? 'all generated files are up to date' : lines.join('\n')}\n`;
}

/**
 * Writes `files` (path → text) below `root`, and leaves up-to-date files untouched. Deletes all other files in the
 * `owned` folders, which contain generated files only.
 */
export async function writeFiles(
  root: string,
  files: ReadonlyMap<string, string>,
  owned: readonly string[] = [],
): Promise<WriteResult> {
  const result = await compareFiles(root, files, owned);
  for (const path of result.changed) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), files.get(path) ?? '');
  }
  await Promise.all(result.deleted.map((path) => rm(join(root, path))));
  return result;
}

/** Returns the files that `writeFiles` with these arguments would write and delete. */
export async function compareFiles(
  root: string,
  files: ReadonlyMap<string, string>,
  owned: readonly string[] = [],
): Promise<WriteResult> {
  const changed: string[] = [];
  for (const [path, text] of files) if ((await tryReadText(join(root, path))) !== text) changed.push(path);
  const present = (await Promise.all(owned.map((folder) => listFiles(root, folder)))).flat();
  return { changed, deleted: present.filter((path) => !files.has(path)) };
}

/** Reads a text file; `undefined` if it does not exist. */
export async function tryReadText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    if (hasCode(error, 'EISDIR'))
      throw buildGenerateError(`read ${path}`, 'the path is a folder, not a file: move or delete that folder', error);
    throw error;
  }
}

async function listFiles(root: string, folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => relative(root, join(entry.parentPath, entry.name)));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT');
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
