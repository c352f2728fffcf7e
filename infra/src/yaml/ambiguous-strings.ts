import { isNumeric, unprintable } from '@kubewright/declaration';
import { Yaml } from 'cdk8s';

/** Multi-line texts that start with a tab, or with a line of spaces: parsers derive another indentation from these. */
const indented = /^(?=[^]*\n)\s*(\t| \n)/;

/**
 * Strings and keys in `value` that kubectl reads as other values if cdk8s writes them, without duplicates, in document
 * order.
 */
export function findAmbiguousStrings(value: unknown): readonly string[] {
  return [...new Set(listStrings(value))].filter(isAmbiguous);
}

/** cdk8s writes YAML 1.1, which the Go parser of `kubectl`, Helm and Argo CD does not follow exactly. */
function isAmbiguous(text: string): boolean {
  return (unprintable.test(text) || isNumeric(text) || indented.test(text)) && !isQuoted(Yaml.stringify(text));
}

function isQuoted(written: string): boolean {
  return /^(["']).*\1\n$/.test(written) && !unprintable.test(written);
}

function listStrings(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(listStrings);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...listStrings(item)]);
}
