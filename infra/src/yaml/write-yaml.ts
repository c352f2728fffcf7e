import { Yaml } from 'cdk8s';

import { isMistakable, notYaml } from './mistakable.ts';

/** The merge key: unquoted, it merges the fields of another map. */
const merge = '<<';

/** Prefix of the placeholders for strings that get quotes, while cdk8s writes the rest. */
const mark = 'kubewright-quotes-';

/**
 * The YAML that cdk8s writes, with quotes around each string that another parser would read as another value.
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

/** `value` with `replaced` applied to every string and every key. */
function withStrings(value: unknown, replaced: (text: string) => string): unknown {
  if (typeof value === 'string') return replaced(value);
  if (Array.isArray(value)) return value.map((item) => withStrings(item, replaced));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [replaced(key), withStrings(item, replaced)]));
}

/**
 * `text` in quotes as in JSON, which are valid in YAML, with escapes for the characters that JSON allows and YAML
 * forbids.
 */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(
    new RegExp(notYaml, 'g'),
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
