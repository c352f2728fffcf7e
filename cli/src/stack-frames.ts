import { fileURLToPath } from 'node:url';

/** A position in a module. */
export interface SourcePosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Lists the positions in a stack, without the query that a reload adds to the URLs of modules. */
export function listFrames(stack: string): readonly SourcePosition[] {
  const frames = stack.matchAll(/^\s+at (?:async )?(?:.*\()?(file:\/\/\S+|\/\S+):(\d+):(\d+)\)?$/gm);
  return [...frames].map(([, where = '', line, column]) => ({
    ...{ file: toPath(where), line: Number(line), column: Number(column) },
  }));
}

/** Converts the URL of a module to its path, without the query. */
export function toPath(where: string): string {
  return where.startsWith('file://') ? fileURLToPath(where) : where;
}

/** Whether a file belongs to an installed package. */
export function isInstalled({ file }: SourcePosition): boolean {
  return /[/\\]node_modules[/\\]/.test(file);
}
