import { lstat, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { insideOf } from '../../storage/index.ts';

/**
 * Rewrites the commands of `kubectl cp`: absolute paths become paths below `root`, which stands for `/` of the
 * container. (A container of this node has no root file system of its own, and kubectl sends absolute paths.) Relative
 * paths, which start at the working directory, and other commands are not changed.
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

/** The arguments of tar. The names in the archive are those that kubectl expects: paths without the leading slash. */
async function archived(path: string, root: string): Promise<readonly string[]> {
  const name = insideOf('/', path).slice(1);
  const { follow, suffix } = await leadsTo(join(root, name));
  return [follow ? 'chf' : 'cf', '-', '-C', root, '--', name === '' ? '.' : name + suffix];
}

/** Whether tar has to follow `path`: a mount is a symbolic link here, and a file or folder in a real container. */
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
