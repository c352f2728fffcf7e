import { Yaml } from 'cdk8s';

/** What YAML forbids, what ends a line for some readers, or is lost at the beginning of a file. */
export const notYaml = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/;

/** Go's numbers that YAML 1.1 has no word for: `0X1F`, `0o17`, `-_1`, `1e1_0`. */
const numbers = /^[-+]?(_|0_*[box]|[\d_.]+e)[\da-fox_.+-]*$/i;

/** Of several lines, with a tab or an empty line in front: white space decides how far they are indented. */
const indented = /^(?=[^]*\n)\s*(\t| \n)/;

/**
 * Whether cdk8s writes `text` so that another reader takes it for something else, or for nothing. cdk8s writes YAML 1.1,
 * other libraries read YAML 1.2, and Go's reader, which `kubectl`, Helm and Argo CD share, is neither.
 */
export function isMistakable(text: string): boolean {
  return [notYaml, numbers, indented].some((pattern) => pattern.test(text)) && !isQuoted(Yaml.stringify(text));
}

function isQuoted(written: string): boolean {
  return /^(["']).*\1\n$/.test(written) && !notYaml.test(written);
}

/** Every string and every key within `value` that `isMistakable`, once, in the order of their writing. */
export function mistakableIn(value: unknown): readonly string[] {
  return [...new Set(stringsOf(value))].filter(isMistakable);
}

function stringsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringsOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...stringsOf(item)]);
}
