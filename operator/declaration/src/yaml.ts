import { isMistakable, unprintable } from './mistakable.ts';

/**
 * The documents as YAML that every parser reads alike, with `---` between them. Long lines stay whole, and there are no
 * aliases. A string is in quotes if a parser would take it for another value, as a value and as a key.
 */
export function writeYaml(...documents: readonly unknown[]): string {
  return documents
    .map((document) => `${nodeText(JSON.parse(JSON.stringify(document)) as unknown, '')}\n`)
    .join('---\n');
}

/** The YAML of a scalar on one line. */
export function yamlScalar(value: unknown): string {
  return typeof value === 'string' ? flowText(value) : JSON.stringify(value);
}

/** A value of JSON, each line after its first one indented. */
function nodeText(value: unknown, indent: string): string {
  if (typeof value === 'string')
    return isLiteral(value) && indent !== '' ? literalText(value, indent) : flowText(value);
  if (!isCollection(value)) return JSON.stringify(value);
  const lines = Array.isArray(value)
    ? value.map((item) => `- ${nodeText(item, `${indent}  `)}`)
    : Object.entries(value).map(([key, member]) => `${keyText(key, indent)}${memberText(member, `${indent}  `)}`);
  return lines.join(`\n${indent}`);
}

/** Lists and objects that are not empty have lines of their own. */
function isCollection(value: unknown): value is readonly unknown[] | Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function memberText(value: unknown, indent: string): string {
  return `${isCollection(value) ? `\n${indent}` : ' '}${nodeText(value, indent)}`;
}

/** Parsers limit a key on the line of its value to 1024 characters. */
function keyText(key: string, indent: string): string {
  const text = flowText(key);
  return text.length > 1000 ? `? ${text}\n${indent}:` : `${text}:`;
}

/** Texts of several lines that a block keeps as they are. */
function isLiteral(text: string): boolean {
  return text.includes('\n') && !isMistakable(text) && !text.endsWith('\n\n');
}

function literalText(text: string, indent: string): string {
  const [lines, chomping] = text.endsWith('\n') ? [text.slice(0, -1), ''] : [text, '-'];
  return `|${chomping}\n${lines.replaceAll(/^(?=.)/gm, indent)}`;
}

/** What YAML takes for something else than a plain text: indicators, `: `, ` #`, and the marks between documents. */
const special = /^[\s,[\]{}#&*!|>'"%@`]|^[?-](\s|$)|^(---|\.\.\.)|:\s|\s#|[\s:]$|\n/;

function flowText(text: string): string {
  if (text !== '' && !special.test(text) && !isMistakable(text)) return text;
  const isForSingleQuotes = text.includes('"') && !/['\n\t]/.test(text) && !isMistakable(text);
  return isForSingleQuotes ? `'${text}'` : quotedText(text);
}

/** In quotes as in JSON, with escapes for the characters that JSON allows and YAML forbids. */
function quotedText(text: string): string {
  return JSON.stringify(text).replaceAll(
    new RegExp(unprintable, 'g'),
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
