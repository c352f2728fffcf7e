import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { isInstalled, listFrames, type SourcePosition } from '../../stack-frames.ts';

/** Finds the first stack frame that is in the project, and not in an installed package. */
export function findOwnPosition(stack: string, folder: string): SourcePosition | undefined {
  return listFrames(stack).find((frame) => frame.file.startsWith(folder + path.sep) && !isInstalled(frame));
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
