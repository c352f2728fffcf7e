/**
 * Writes documents as YAML that every parser reads alike, with `---` between them. Does not fold long lines or use
 * aliases. Quotes strings, as values and as keys, that a parser would take for another value.
 */
export function writeYaml(...documents: readonly unknown[]): string {
  return documents
    .map((document) => `${formatNode(JSON.parse(JSON.stringify(document)) as unknown, '')}\n`)
    .join('---\n');
}

/** Writes a scalar as YAML on one line. */
export function formatYamlScalar(value: unknown): string {
  return typeof value === 'string' ? formatFlow(value) : JSON.stringify(value);
}

/** Writes a JSON value and indents all lines after the first. */
function formatNode(value: unknown, indent: string): string {
  if (typeof value === 'string')
    return isLiteral(value) && indent !== '' ? formatLiteral(value, indent) : formatFlow(value);
  if (!isCollection(value)) return JSON.stringify(value);
  const lines = Array.isArray(value)
    ? value.map((item) => `- ${formatNode(item, `${indent}  `)}`)
    : Object.entries(value).map(([key, member]) => `${formatKey(key, indent)}${formatMember(member, `${indent}  `)}`);
  return lines.join(`\n${indent}`);
}

/** Whether a value is a nonempty list or object, which needs separate lines. */
function isCollection(value: unknown): value is readonly unknown[] | Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function formatMember(value: unknown, indent: string): string {
  return `${isCollection(value) ? `\n${indent}` : ' '}${formatNode(value, indent)}`;
}

/** YAML limits an implicit key (`key: value`) to 1024 characters; longer ones need `? key`. */
function formatKey(key: string, indent: string): string {
  const text = formatFlow(key);
  return text.length > 1000 ? `? ${text}\n${indent}:` : `${text}:`;
}

/** Whether a block scalar (`|`) preserves a multi-line text. */
function isLiteral(text: string): boolean {
  return text.includes('\n') && !isAmbiguous(text) && !text.endsWith('\n\n');
}

function formatLiteral(text: string, indent: string): string {
  const [lines, chomping] = text.endsWith('\n') ? [text.slice(0, -1), ''] : [text, '-'];
  return `|${chomping}\n${lines.replaceAll(/^(?=.)/gm, indent)}`;
}

/** Syntax that prevents plain text: indicators, `: `, ` #`, and the marks between documents. */
const special = /^[\s,[\]{}#&*!|>'"%@`]|^[?-](\s|$)|^(---|\.\.\.)|:\s|\s#|[\s:]$|\n/;

function formatFlow(text: string): string {
  if (text !== '' && !special.test(text) && !isAmbiguous(text)) return text;
  const isForSingleQuotes = text.includes('"') && !/['\n\t]/.test(text) && !isAmbiguous(text);
  return isForSingleQuotes ? `'${text}'` : formatQuoted(text);
}

/** Quotes text like JSON, with escapes for characters that JSON allows and YAML forbids. */
function formatQuoted(text: string): string {
  return JSON.stringify(text).replaceAll(
    new RegExp(unprintable, 'g'),
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Booleans and nulls (https://yaml.org/type/bool.html, null.html), the merge key `<<`, and the default value `=`. */
const words = /^([yn]|yes|no|on|off|true|false|null|~|<<|=)$/i;

/** Numbers in any version of YAML and in Go, without `_`: in any base, with an exponent only (`e1`), in base 60. */
const numbers = /^[-+]?(0b[01]*|0o[0-7]*|0x[\da-f]*|\d*\.?\d*(e[-+]?\d+)?|\d+(:\d+)+(\.\d*)?|\.(inf|nan))$/i;

/** Timestamps: https://yaml.org/type/timestamp.html */
const times = /^\d{4}-\d\d?-\d\d?/;

/**
 * Characters that YAML forbids, that some parsers treat as the end of a line, or that are lost at the start of a file.
 */
export const unprintable: RegExp = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/;

/**
 * Text that starts with white space or has a line of only white space: parsers disagree about its indentation in a
 * block.
 */
const blank = /^\s|\n[ \t]+(\n|$)/;

/**
 * Whether any YAML parser fails on unquoted `text` or takes it for another value.
 *
 * YAML 1.2 parsers (`yaml`, most current libraries) read `on`, `12:30:00`, `0b1` and `2026-01-01` as strings. YAML 1.1
 * parsers (cdk8s, PyYAML) read them as a boolean, numbers and a time. The Go parser of `kubectl`, Helm and Argo CD
 * follows neither exactly: it also reads `0X1F` as a number, and U+2028 as a line break.
 */
export function isAmbiguous(text: string): boolean {
  return (
    [words, times, unprintable, blank].some((pattern) => pattern.test(text)) || isNumeric(text) || !text.isWellFormed()
  );
}

/** Whether any YAML parser takes `text` for a number. */
export function isNumeric(text: string): boolean {
  return numbers.test(text.replaceAll('_', ''));
}
