import type { Node, SourceText } from './source-text.ts';
import { getName, toNodes } from './syntax.ts';

/** A property or a spread of an object literal, with its comments. */
export interface Part {
  /** The syntax node. @default - none for a part that is not in the source yet */
  readonly node?: Node;
  /** Name of the property; `undefined` for a spread. */
  readonly name?: string | undefined;
  /** Line breaks and comments before the part. */
  readonly lead: string;
  readonly code: string;
  /** A comment after the comma of the part. */
  readonly trail: string;
}

/** Splits an object literal into its parts, in source order. */
export function splitLiteral(source: SourceText, literal: Node): readonly Part[] {
  const nodes = toNodes(literal['properties']);
  let start = literal.start + 1;
  return nodes.map((node, index) => {
    const next = nodes[index + 1];
    const rest = source.text.slice(node.end, next?.start ?? literal.end - 1);
    const comma = /^\s*,/.exec(rest)?.[0] ?? '';
    const behind = rest.slice(comma.length);
    const trail = next === undefined ? behind.trimEnd() : (/^[ \t]*(\/\/.*|\/\*.*\*\/(?=\n))/.exec(behind)?.[0] ?? '');
    const lead = source.text.slice(start, node.start);
    start = node.end + comma.length + trail.length;
    const name = node.type === 'SpreadElement' ? undefined : getName(node['key']);
    return { node, name, lead, code: source.slice(node), trail };
  });
}

/** The longest line that stays as it is: the width with which Kubewright's own code is formatted. */
const maxLength = 120;

/** Writes each property of an object literal of the top level on its own line, if it is on one line that is too long. */
export function breakLongLiteral(source: SourceText, literal: Node): void {
  const { text } = source;
  const start = text.lastIndexOf('\n', literal.start) + 1;
  const length = text.slice(start).search(/\r?\n|$/);
  if (length <= maxLength || start + length < literal.end) return;
  const indentation = /^(?:\t| {2,})(?=\S)/m.exec(text)?.[0] ?? '  ';
  const lines = splitLiteral(source, literal).map(
    ({ lead, code, trail }) => `${indentation}${lead.trimStart()}${code},${trail}\n`,
  );
  source.replace(literal, `{\n${lines.join('')}}`);
}

/** Joins parts to an object literal: on one line unless a part begins on its own line. */
export function joinParts(parts: readonly Pick<Part, 'lead' | 'code' | 'trail'>[]): string {
  if (!parts.some(({ lead }) => lead.includes('\n'))) return `{ ${parts.map(({ code }) => code).join(', ')} }`;
  const indentation = parts.map(({ lead }) => /\n([ \t]*)$/.exec(lead)?.[1]).find((each) => each !== undefined) ?? '  ';
  const lines = parts.map(({ lead, code, trail }, index) => {
    const own = index === 0 ? lead.replace(/^\n(?=\s*\n)/, '') : lead;
    const before = own.includes('\n') ? own : `\n${indentation}`;
    return `${before}${code},${trail}`;
  });
  return `{${lines.join('')}\n${indentation.replace(/(\t| {2})$/, '')}}`;
}
