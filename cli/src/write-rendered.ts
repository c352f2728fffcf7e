import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { compareFiles, formatWritten, writeFiles, type WriteResult } from '@kubewright/generate';

/** The files that a command generates. */
export interface Rendered {
  /** Text or bytes of the files, by path relative to the project. */
  readonly files: ReadonlyMap<string, string>;
  /** Folders that contain only generated files: all other files in them are deleted. */
  readonly owned: readonly string[];
  /** Binary files, by path. @default - none */
  readonly archives?: ReadonlyMap<string, Buffer>;
  /** Lines about the files to print for the user. @default - none */
  readonly notes?: readonly string[];
}

export interface WriteFlags {
  /** Whether to compare without writing. */
  readonly check?: boolean;
  readonly json?: boolean;
}

/**
 * Writes files and prints the changed ones; with `check`, only prints them.
 * @returns false if `check` found a file that is not up to date
 */
export async function writeRendered(
  folder: string,
  { files, owned, archives = new Map(), notes = [] }: Rendered,
  { check = false, json = false, command }: WriteFlags & { readonly command: string },
): Promise<boolean> {
  const texts = await (check ? compareFiles : writeFiles)(folder, files, owned);
  const changed = [...texts.changed, ...(await writeArchives(folder, archives, check))];
  const result: WriteResult = { changed, deleted: texts.deleted };
  if (json) console.log(JSON.stringify(result));
  else console.log([check ? formatOutdated(result, command) : formatWritten(result).trimEnd(), ...notes].join('\n'));
  return !check || changed.length + result.deleted.length === 0;
}

async function writeArchives(
  folder: string,
  archives: ReadonlyMap<string, Buffer>,
  check: boolean,
): Promise<readonly string[]> {
  const changed = [...archives].filter(([name, data]) => {
    const file = path.join(folder, name);
    return !existsSync(file) || !readFileSync(file).equals(data);
  });
  for (const [name, data] of check ? [] : changed) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), data);
  }
  return changed.map(([name]) => name);
}

function formatOutdated({ changed, deleted }: WriteResult, command: string): string {
  if (changed.length + deleted.length === 0) return 'all generated files are up to date';
  const lines = [
    ...changed.map((file) => `outdated: ${file}`),
    ...deleted.map((file) => `no longer generated: ${file}`),
  ];
  return `${lines.join('\n')}\nrun \`${command}\` and commit the result`;
}
