import { type FileHandle, open, stat } from 'node:fs/promises';

import { type LogPart, logPartsOf } from './log-files.ts';
import { LogIndex } from './log-records.ts';

/** A range of one file of a log. */
export interface LogPiece {
  /** The inode of the file, which a rename does not change. */
  readonly ino: bigint;
  readonly output: FileHandle;
  readonly index: LogIndex;
  readonly from: number;
  readonly to: number;
}

/** A log as it is at one moment: its open files stay the same if they are renamed. Dispose it after use. */
export interface LogPieces extends AsyncDisposable {
  /** What one run has written, in order. */
  readonly pieces: readonly LogPiece[];
}

interface OpenPart {
  /** Which files these are. */
  readonly identity: string;
  readonly ino: bigint;
  readonly size: number;
  readonly output: FileHandle;
  readonly index: LogIndex;
}

const attempts = 100;

/** Opens what `run` has written to the log at `file`; nothing, if there is no such log. */
export async function openPieces(file: string, run: number): Promise<LogPieces> {
  const parts = await openParts(file);
  return {
    pieces: parts.map((part) => pieceOf(part, run)).filter((piece) => piece !== undefined),
    [Symbol.asyncDispose]: () => closeAll(parts),
  };
}

function pieceOf({ ino, output, index, size }: OpenPart, run: number): LogPiece | undefined {
  let last = index.length - 1;
  while (last >= 0 && index.runAt(last) !== run) last -= 1;
  if (last < 0) return undefined;
  let first = last;
  while (first > 0 && index.runAt(first - 1) === run) first -= 1;
  const next = last + 1 < index.length ? index.at(last + 1).offset : size;
  return { ino, output, index, from: index.at(first).offset, to: Math.min(next, size) };
}

/** Both parts of one moment: if the writer rotates meanwhile, they are opened again. */
async function openParts(file: string): Promise<OpenPart[]> {
  for (let left = attempts; ; left--) {
    const opened = await Promise.all(logPartsOf(file).map(tryOpen));
    const now = await Promise.all(logPartsOf(file).map(identityOf));
    const parts = opened.filter((part) => part !== undefined);
    if (left === 0 || opened.every((part, i) => part?.identity === now[i])) return parts;
    await closeAll(parts);
  }
}

/** `undefined`: there is no such part, or only half of it. */
async function tryOpen({ output: path, index: indexPath }: LogPart): Promise<OpenPart | undefined> {
  const [output, indexFile] = [await openIfThere(path), await openIfThere(indexPath)];
  try {
    if (output === undefined || indexFile === undefined) return undefined;
    // The size is read first: the record of a byte is written before the byte.
    const { ino, size } = await output.stat({ bigint: true });
    const { ino: indexIno } = await indexFile.stat({ bigint: true });
    const index = new LogIndex(await indexFile.readFile());
    return { identity: `${ino} ${indexIno}`, ino, size: Number(size), output, index };
  } finally {
    await indexFile?.close();
    if (indexFile === undefined) await output?.close();
  }
}

/** `undefined` if there is no such part; half of one equals no part that was opened. */
async function identityOf({ output, index }: LogPart): Promise<string | undefined> {
  const [one, other] = await Promise.all([inoOf(output), inoOf(index)]);
  return one === undefined && other === undefined ? undefined : `${one} ${other}`;
}

function inoOf(path: string): Promise<bigint | undefined> {
  return unlessAbsent(stat(path, { bigint: true }).then(({ ino }) => ino));
}

function openIfThere(path: string): Promise<FileHandle | undefined> {
  return unlessAbsent(open(path, 'r'));
}

async function unlessAbsent<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function closeAll(parts: readonly OpenPart[]): Promise<void> {
  await Promise.all(parts.map(({ output }) => output.close()));
}
