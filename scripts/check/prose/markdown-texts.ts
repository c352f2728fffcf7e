import { parse } from '@textlint/markdown-to-ast';

import type { Text } from './rules.ts';

type Node = Pick<ReturnType<typeof parse>, 'loc'> & {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly Node[];
};

/** Returns the paragraphs, headings and table cells of a page, in order. */
export function listMarkdownTexts(page: string): readonly Text[] {
  return listBlocks(parse(page));
}

function listBlocks(node: Node): readonly Text[] {
  if (!/^(?:Paragraph|Header|TableCell)$/.test(node.type)) return node.children?.flatMap(listBlocks) ?? [];
  return [{ kind: 'page', line: node.loc.start.line, text: readInline(node).replaceAll(/\s+/g, ' ') }];
}

function readInline(node: Node): string {
  if (node.type === 'Code') return '`…`';
  if (node.type === 'Break') return ' ';
  if (node.children !== undefined) return node.children.map(readInline).join('');
  return node.type === 'Str' ? (node.value ?? '') : '';
}
