/**
 * Writes YAML that every parser reads alike, whichever version of YAML it implements.
 *
 * Parsers of YAML 1.2 (`yaml`, most libraries of today) read `on`, `12:30:00`, `0b1` and `2026-01-01` as strings.
 * Parsers of YAML 1.1 (cdk8s, PyYAML) read them as a boolean, numbers and a time. The Go parser of `kubectl`, Helm and
 * Argo CD follows neither exactly: it also reads `0X1F` as a number, and U+2028 as a line break. So a string that any
 * of them would read as another value gets quotes, as a value and as a key.
 *
 * @module
 */
import { type ScalarTag, stringify, type Tags } from 'yaml';

/** The documents as YAML, with `---` between them. Lines are broken at 120 columns. There are no aliases. */
export function writeYaml(...documents: readonly object[]): string {
  const options = { lineWidth: 120, aliasDuplicateObjects: false, customTags: withQuotedStrings };
  return documents.map((document) => stringify(document, options)).join('---\n');
}

/** The YAML of a scalar on one line. */
export function yamlScalar(value: unknown): string {
  return typeof value === 'string'
    ? stringify(value, { lineWidth: 0, blockQuote: false, customTags: withQuotedStrings }).trimEnd()
    : JSON.stringify(value);
}

/** Booleans and nulls (https://yaml.org/type/bool.html, null.html), the merge key `<<`, and the default value `=`. */
const words = /^([yn]|yes|no|on|off|true|false|null|~|<<|=)$/i;
/**
 * Integers of any base, floats, and base 60, also with `_` inside. Also `e1`, which the parser of cdk8s reads as a
 * number.
 */
const numbers = /^[-+]?([.\d_][\da-fxo_.:,+-]*|e[-+]?\d+|\.(inf|nan))$/i;
/** Timestamps: https://yaml.org/type/timestamp.html */
const times = /^\d{4}-\d\d?-\d\d?/;
/**
 * Characters that YAML forbids, that some parsers treat as the end of a line, or that are lost at the start of a file.
 */
const unprintable = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/;

/** Texts whose indentation in a block depends on white space: parsers disagree about them. */
const blank = /^\s|\n[ \t]+(\n|$)/;

function isMistakable(text: string): boolean {
  return [words, numbers, times, unprintable, blank].some((pattern) => pattern.test(text));
}

function withQuotedStrings(tags: Tags): Tags {
  return tags.map((tag) => (isOfStrings(tag) ? quotingMistakable(tag) : tag));
}

function isOfStrings(tag: Tags[number]): tag is ScalarTag {
  return typeof tag === 'object' && tag.tag === 'tag:yaml.org,2002:str';
}

function quotingMistakable(strings: ScalarTag): ScalarTag {
  return {
    ...strings,
    stringify: (item, ...context) =>
      typeof item.value === 'string' && isMistakable(item.value)
        ? quoted(item.value)
        : (strings.stringify?.(item, ...context) ?? quoted(String(item.value))),
  };
}

/**
 * `text` in quotes as in JSON, which are valid in YAML, with escapes for the characters that JSON allows and YAML
 * forbids.
 */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(new RegExp(unprintable, 'g'), escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
