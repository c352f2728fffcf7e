import { lstat, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { insideOf } from '../../storage/index.ts';

/**
 * Rewrites the commands of `kubectl cp`: absolute paths are taken below `root`, which stands for `/` of the container.
 * A container of this node has no root file system of its own, and kubectl sends plain paths. Other commands are not
 * changed, nor are relative paths, which start at the working directory.
 *
 * Only the exact forms that kubectl uses are rewritten: `tar cf - PATH` (also with `--retries`), `tar … -xmf - -C
 * FOLDER`, `test -d FOLDER`.
 */
export async function withCopiedPaths(command: readonly string[], root: string): Promise<readonly string[]> {
  const [name, ...args] = command;
  if (name === 'test') return ['test', ...lastInside(args, root, isFolderTest)];
  if (name === 'sh') return withRetries(command, root);
  if (name !== 'tar') return command;
  const [mode, output, path = ''] = args;
  if (args.length === 3 && mode === 'cf' && output === '-' && path.startsWith('/')) {
    return ['tar', ...(await archived(path, root))];
  }
  return ['tar', ...lastInside(args, root, isExtraction)];
}

function isFolderTest(args: readonly string[]): boolean {
  return args.length === 2 && args[0] === '-d';
}

function isExtraction(args: readonly string[]): boolean {
  return args.at(-4) === '-xmf' && args.at(-3) === '-' && args.at(-2) === '-C';
}

function lastInside(
  args: readonly string[],
  root: string,
  isMeant: (args: readonly string[]) => boolean,
): readonly string[] {
  const last = args.at(-1) ?? '';
  return isMeant(args) && last.startsWith('/') ? [...args.slice(0, -1), insideOf(root, last)] : args;
}

/** Names in the archive are those that kubectl expects: the path without its leading slash. */
async function archived(path: string, root: string): Promise<readonly string[]> {
  const name = insideOf('/', path).slice(1);
  const { follow, suffix } = await leadsTo(join(root, name));
  return [follow ? 'chf' : 'cf', '-', '-C', root, '--', name === '' ? '.' : name + suffix];
}

/** A mount is a symbolic link here, but a file or folder in a real container: so tar has to follow it. */
async function leadsTo(path: string): Promise<{ readonly follow: boolean; readonly suffix: string }> {
  const isLink = await lstat(path).then(
    (entry) => entry.isSymbolicLink(),
    () => false,
  );
  if (!isLink) return { follow: false, suffix: '' };
  const isFolder = await stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
  return { follow: !isFolder, suffix: isFolder ? '/.' : '' };
}

const retried = /^tar cf - '((?:[^']|'\\'')*)' \| tail -c\+(\d+)$/;

async function withRetries(command: readonly string[], root: string): Promise<readonly string[]> {
  const [, option, line = '', ...more] = command;
  const [, quotedPath = '', from = ''] = retried.exec(line) ?? [];
  const path = quotedPath.replaceAll(String.raw`'\''`, "'");
  if (option !== '-c' || more.length > 0 || !path.startsWith('/')) return command;
  const args = await archived(path, root);
  return ['sh', '-c', 'from=$1; shift; tar "$@" | tail -c+"$from"', 'sh', from, ...args];
}
