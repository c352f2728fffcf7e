import { Yaml } from 'cdk8s';

/**
 * Characters that YAML forbids, that some parsers treat as the end of a line, or that are lost at the start of a file.
 */
export const notYaml = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/;

/** Texts that Go's parser reads as numbers and YAML 1.1 as strings: `0X1F`, `0o17`, `-_1`, `1e1_0`. */
const numbers = /^[-+]?(_|0_*[box]|[\d_.]+e)[\da-fox_.+-]*$/i;

/**
 * Texts of several lines that start with a tab, or with a line of spaces: parsers derive another indentation from
 * these.
 */
const indented = /^(?=[^]*\n)\s*(\t| \n)/;

/**
 * Whether another parser reads `text` as another value, or fails, if cdk8s writes it. cdk8s writes YAML 1.1, other
 * libraries parse YAML 1.2, and the Go parser of `kubectl`, Helm and Argo CD follows neither exactly.
 */
export function isMistakable(text: string): boolean {
  return [notYaml, numbers, indented].some((pattern) => pattern.test(text)) && !isQuoted(Yaml.stringify(text));
}

function isQuoted(written: string): boolean {
  return /^(["']).*\1\n$/.test(written) && !notYaml.test(written);
}

/** All strings and keys in `value` that are mistakable, each once, in document order. */
export function mistakableIn(value: unknown): readonly string[] {
  return [...new Set(stringsOf(value))].filter(isMistakable);
}

function stringsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringsOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...stringsOf(item)]);
}
