import type { Block, Hunk } from './page.ts';

/** The files of a project: text by path. */
export type Files = ReadonlyMap<string, string>;

/** Returns the project's files after its reader has followed a block. */
export function followBlock(files: Files, block: Block): Files {
  switch (block.type) {
    case 'commands':
      return files;
    case 'file':
      return followFile(files, block);
    case 'edit':
      return new Map([...files, [block.file, block.hunks.reduce(applyHunk, readFile(files, block.file))]]);
  }
}

/** Returns the project's files after its reader has followed all blocks of a page. */
export function followPage(files: Files, blocks: readonly Block[]): Files {
  return blocks.reduce(followBlock, files);
}

/**
 * Counts the lines that a page makes its reader write, except blank ones. @param files the project's files before the
 * page
 */
export function countWritten(files: Files, blocks: readonly Block[]): number {
  return blocks.reduce((count, block) => {
    if (block.type === 'edit') return count + block.hunks.reduce((sum, { written }) => sum + written, 0);
    if (block.type !== 'file' || files.has(block.file)) return count;
    return count + (block.text.match(/^.*\S.*$/gm)?.length ?? 0);
  }, 0);
}

function followFile(files: Files, { file, text }: { readonly file: string; readonly text: string }): Files {
  const present = files.get(file);
  if (present === undefined) return new Map([...files, [file, text]]);
  if (!`\n${present}`.includes(`\n${text}`)) throw new Error(`${file} does not contain this block:\n${text}`);
  return files;
}

function readFile(files: Files, file: string): string {
  const text = files.get(file);
  if (text === undefined) throw new Error(`the page changes ${file}, which does not exist yet`);
  return text;
}

function applyHunk(text: string, { before, after }: Hunk): string {
  if (before.length === 0) return `${text}${joinLines(after)}`;
  const parts = `\n${text}`.split(`\n${joinLines(before)}`);
  if (parts.length !== 2)
    throw new Error(`the file has ${parts.length - 1} places for this change:\n${joinLines(before)}`);
  return parts.join(`\n${joinLines(after)}`).slice(1);
}

function joinLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
