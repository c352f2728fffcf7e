import { isDeepStrictEqual } from 'node:util';

import { parseAllDocuments } from 'yaml';

/**
 * Parses the documents of a YAML text. Throws if the text is invalid, or if it has another meaning in YAML 1.1 than in
 * YAML 1.2.
 */
export function readYaml(text: string): readonly unknown[] {
  const [older = [], newer = []] = (['1.1', '1.2'] as const).map((version) =>
    [...parseAllDocuments(text, { version })].map((document) => {
      for (const error of document.errors) throw error;
      return document.toJSON() as unknown;
    }),
  );
  for (const [index, document] of newer.entries()) {
    if (isDeepStrictEqual(older[index], document)) continue;
    throw new Error(`${JSON.stringify(older[index])} in YAML 1.1 is ${JSON.stringify(document)} in YAML 1.2`);
  }
  return newer;
}
