import { Yaml } from 'cdk8s';

import { isMistakable, notYaml } from './mistakable.ts';

/** A key that would bring the fields of another map. */
const merge = '<<';

/** In front of a string that is put in quotes below, while cdk8s writes the rest. */
const mark = 'kubewright-quotes-';

/**
 * As cdk8s writes it, and in quotes what another reader would otherwise take for something else.
 *
 * @returns the documents, with `---` between them
 */
export function writeYaml(...documents: readonly unknown[]): string {
  const strings: string[] = [];
  const marked = documents.map((document) =>
    withStrings(document, (text) =>
      isMistakable(text) || text === merge || text.includes(mark) ? `${mark}${strings.push(text) - 1}-` : text,
    ),
  );
  return Yaml.stringify(...marked).replaceAll(new RegExp(`${mark}(\\d+)-`, 'g'), (_, index: string) =>
    quoted(strings[Number(index)] ?? ''),
  );
}

/** `value` with every string and every key replaced. */
function withStrings(value: unknown, replaced: (text: string) => string): unknown {
  if (typeof value === 'string') return replaced(value);
  if (Array.isArray(value)) return value.map((item) => withStrings(item, replaced));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [replaced(key), withStrings(item, replaced)]));
}

/** In JSON's quotes, which YAML shares, without the characters that JSON allows there and YAML does not. */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(
    new RegExp(notYaml, 'g'),
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
