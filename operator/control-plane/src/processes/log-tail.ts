import { open, stat } from 'node:fs/promises';

const defaults = { from: 0, lines: 20 };
const mostBytes = 16_384;

export interface LogTailOptions {
  /** Offset in bytes; earlier output is skipped. @default 0 */
  readonly from?: number;
  /** Maximum number of lines. @default 20 */
  readonly lines?: number;
}

/** Returns the last lines of a log file, for an error message; a sentence if the log is empty or missing. */
export async function readLogTail(path: string, options: LogTailOptions = {}): Promise<string> {
  const { from, lines } = { ...defaults, ...options };
  const text = (await readLastBytes(path, from)).trimEnd();
  return text === '' ? `(nothing in ${path})` : text.split('\n').slice(-lines).join('\n');
}

/** The size of a log file in bytes; 0 if it does not exist yet. */
export async function getLogSize(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

async function readLastBytes(path: string, from: number): Promise<string> {
  const size = await getLogSize(path);
  const length = Math.max(0, Math.min(size - from, mostBytes));
  if (length === 0) return '';
  await using file = await open(path);
  const buffer = Buffer.alloc(length);
  await file.read(buffer, 0, length, size - length);
  return buffer.toString('utf8');
}
