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
export function isMistakable(text: string): boolean {
  return (
    [words, times, unprintable, blank].some((pattern) => pattern.test(text)) || isNumeric(text) || !text.isWellFormed()
  );
}

/** Whether some reader of YAML takes `text` for a number. */
export function isNumeric(text: string): boolean {
  return numbers.test(text.replaceAll('_', ''));
}
