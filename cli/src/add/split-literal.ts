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
