import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** A position in the author's sources. */
export interface SourcePosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

const frame = /\(?(file:\/\/[^\s)]+?|\/[^\s)]+?)(?:\?generation=\d+)?:(\d+):(\d+)\)?$/;

/** Finds the first stack frame that is in the project, and not in an installed package. */
export function findOwnPosition(stack: string, folder: string): SourcePosition | undefined {
  for (const text of stack.split('\n')) {
    const [, where = '', line, column] = frame.exec(text.trim()) ?? [];
    const file = where.startsWith('file://') ? fileURLToPath(where) : where;
    if (!file.startsWith(folder + path.sep) || file.includes(`${path.sep}node_modules${path.sep}`)) continue;
    return { file, line: Number(line), column: Number(column) };
  }
  return undefined;
}

/** Formats a position with its line of code: `src/cafe.ts:12:5   throw new Error('no tea')`. */
export async function describePosition({ file, line, column }: SourcePosition, folder: string): Promise<string> {
  const lines = await readFile(file, 'utf8').then(
    (text) => text.split('\n'),
    () => [],
  );
  const code = (lines[line - 1] ?? '').trim();
  return `${path.relative(folder, file)}:${String(line)}:${String(column)}  ${code}`.trimEnd();
}
