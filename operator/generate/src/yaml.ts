/**
 * How we write YAML: so that every reader has what was written, whichever version of YAML it knows.
 *
 * YAML 1.2 (`yaml`, most of today's libraries) reads `on`, `12:30:00`, `0b1` and `2026-01-01` as strings, YAML 1.1 (cdk8s,
 * PyYAML) as a boolean, numbers and a time. Go's reader, which `kubectl`, Helm and Argo CD share, is neither: it takes
 * `0X1F` for a number, too, and breaks lines at U+2028. So whatever one of them does not read as a string stands in
 * quotes, as a value and as a key.
 *
 * @module
 */
import { type ScalarTag, stringify, type Tags } from 'yaml';

/** `documents`, with `---` between them. Lines are broken at 120 columns; nothing is an alias of something else. */
export function writeYaml(...documents: readonly object[]): string {
  const options = { lineWidth: 120, aliasDuplicateObjects: false, customTags: withCarefulStrings };
  return documents.map((document) => stringify(document, options)).join('---\n');
}

/** A value as it is written within a line of YAML. */
export function yamlScalar(value: unknown): string {
  return typeof value === 'string'
    ? stringify(value, { lineWidth: 0, blockQuote: false, customTags: withCarefulStrings }).trimEnd()
    : JSON.stringify(value);
}

/** https://yaml.org/type/bool.html and null.html, with words that stand for a merge, a default value and nothing. */
const words = /^([yn]|yes|no|on|off|true|false|null|~|<<|=)$/i;
/** Integers of any base, floats, base 60, also with `_` within; for `e1` the reader of cdk8s has a number. */
const numbers = /^[-+]?([.\d_][\da-fxo_.:,+-]*|e[-+]?\d+|\.(inf|nan))$/i;
/** https://yaml.org/type/timestamp.html */
const times = /^\d{4}-\d\d?-\d\d?/;
/** What YAML forbids, ends a line for some readers, or is lost at the beginning of a file. */
const unprintable = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/;

/** Where white space decides how far a block of lines is indented: writers and readers differ there. */
const blank = /^\s|\n[ \t]+(\n|$)/;

function isMistakable(text: string): boolean {
  return [words, numbers, times, unprintable, blank].some((pattern) => pattern.test(text));
}

function withCarefulStrings(tags: Tags): Tags {
  return tags.map((tag) => (isOfStrings(tag) ? careful(tag) : tag));
}

function isOfStrings(tag: Tags[number]): tag is ScalarTag {
  return typeof tag === 'object' && tag.tag === 'tag:yaml.org,2002:str';
}

function careful(strings: ScalarTag): ScalarTag {
  return {
    ...strings,
    stringify: (item, ...context) =>
      typeof item.value === 'string' && isMistakable(item.value)
        ? quoted(item.value)
        : (strings.stringify?.(item, ...context) ?? quoted(String(item.value))),
  };
}

/** In JSON's quotes, which YAML shares, without the characters that JSON allows there and YAML does not. */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(new RegExp(unprintable, 'g'), escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
