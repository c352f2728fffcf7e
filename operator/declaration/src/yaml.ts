/**
 * The documents as YAML that every parser reads alike, with `---` between them. Long lines stay whole, and there are no
 * aliases. A string is in quotes if a parser would take it for another value, as a value and as a key.
 */
export function writeYaml(...documents: readonly unknown[]): string {
  return documents
    .map((document) => `${formatNode(JSON.parse(JSON.stringify(document)) as unknown, '')}\n`)
    .join('---\n');
}

/** The YAML of a scalar on one line. */
export function formatYamlScalar(value: unknown): string {
  return typeof value === 'string' ? formatFlow(value) : JSON.stringify(value);
}

/** A value of JSON, each line after its first one indented. */
function formatNode(value: unknown, indent: string): string {
  if (typeof value === 'string')
    return isLiteral(value) && indent !== '' ? formatLiteral(value, indent) : formatFlow(value);
  if (!isCollection(value)) return JSON.stringify(value);
  const lines = Array.isArray(value)
    ? value.map((item) => `- ${formatNode(item, `${indent}  `)}`)
    : Object.entries(value).map(([key, member]) => `${formatKey(key, indent)}${formatMember(member, `${indent}  `)}`);
  return lines.join(`\n${indent}`);
}

/** Lists and objects that are not empty have lines of their own. */
function isCollection(value: unknown): value is readonly unknown[] | Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function formatMember(value: unknown, indent: string): string {
  return `${isCollection(value) ? `\n${indent}` : ' '}${formatNode(value, indent)}`;
}

/** Parsers limit a key on the line of its value to 1024 characters. */
function formatKey(key: string, indent: string): string {
  const text = formatFlow(key);
  return text.length > 1000 ? `? ${text}\n${indent}:` : `${text}:`;
}

/** Texts of several lines that a block keeps as they are. */
function isLiteral(text: string): boolean {
  return text.includes('\n') && !isAmbiguous(text) && !text.endsWith('\n\n');
}

function formatLiteral(text: string, indent: string): string {
  const [lines, chomping] = text.endsWith('\n') ? [text.slice(0, -1), ''] : [text, '-'];
  return `|${chomping}\n${lines.replaceAll(/^(?=.)/gm, indent)}`;
}

/** What YAML takes for something else than a plain text: indicators, `: `, ` #`, and the marks between documents. */
const special = /^[\s,[\]{}#&*!|>'"%@`]|^[?-](\s|$)|^(---|\.\.\.)|:\s|\s#|[\s:]$|\n/;

function formatFlow(text: string): string {
  if (text !== '' && !special.test(text) && !isAmbiguous(text)) return text;
  const isForSingleQuotes = text.includes('"') && !/['\n\t]/.test(text) && !isAmbiguous(text);
  return isForSingleQuotes ? `'${text}'` : formatQuoted(text);
}

/** In quotes as in JSON, with escapes for the characters that JSON allows and YAML forbids. */
function formatQuoted(text: string): string {
  return JSON.stringify(text).replaceAll(
    new RegExp(unprintable, 'g'),
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Booleans and nulls (https://yaml.org/type/bool.html, null.html), the merge key `<<`, and the default value `=`. */
const words = /^([yn]|yes|no|on|off|true|false|null|~|<<|=)$/i;

/** Numbers of any version of YAML, and of Go, without their `_`: of any base, with an exponent only (`e1`), of base 60. */
const numbers = /^[-+]?(0b[01]*|0o[0-7]*|0x[\da-f]*|\d*\.?\d*(e[-+]?\d+)?|\d+(:\d+)+(\.\d*)?|\.(inf|nan))$/i;

/** Timestamps: https://yaml.org/type/timestamp.html */
const times = /^\d{4}-\d\d?-\d\d?/;

/** Characters that YAML forbids, that some parsers treat as the end of a line, or that are lost at the start of a file. */
export const unprintable: RegExp = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/;

/** Texts whose indentation in a block depends on white space: parsers disagree about them. */
const blank = /^\s|\n[ \t]+(\n|$)/;

/**
 * Whether some reader of YAML takes `text` for another value, or fails, if it is written without quotes.
 *
 * Parsers of YAML 1.2 (`yaml`, most libraries of today) read `on`, `12:30:00`, `0b1` and `2026-01-01` as strings. Parsers
 * of YAML 1.1 (cdk8s, PyYAML) read them as a boolean, numbers and a time. The Go parser of `kubectl`, Helm and Argo CD
 * follows neither exactly: it also reads `0X1F` as a number, and U+2028 as a line break.
 */
export function isAmbiguous(text: string): boolean {
  return (
    [words, times, unprintable, blank].some((pattern) => pattern.test(text)) || isNumeric(text) || !text.isWellFormed()
  );
}

/** Whether some reader of YAML takes `text` for a number. */
export function isNumeric(text: string): boolean {
  return numbers.test(text.replaceAll('_', ''));
}
