import { isDeepStrictEqual } from 'node:util';

import { parseAllDocuments } from 'yaml';

/**
 * Reads the documents of these texts. Throws with the path of the value if YAML 1.1 (which cdk8s parses) and YAML 1.2
 * parsers read it differently, and if a text is not YAML.
 */
export function readYaml(texts: readonly string[]): unknown[] {
  return texts.flatMap((text) => {
    const plain = text.replaceAll(/^%YAML .*$/gm, '');
    const older = parseDocuments(plain, '1.1');
    const newer = parseDocuments(plain, '1.2');
    for (const [index, document] of older.entries()) requireSameMeaning(document, newer[index]);
    return older;
  });
}

/** Omits empty documents at the beginning or end of a file. */
function parseDocuments(text: string, version: '1.1' | '1.2'): unknown[] {
  const documents = parseAllDocuments(text, { version });
  if (!Array.isArray(documents)) return [];
  for (const { errors } of documents) {
    if (errors[0] !== undefined) throw new Error(`failed to read YAML: ${errors[0].message}`, { cause: errors[0] });
  }
  return documents.map((document) => document.toJS() as unknown).filter((document) => document !== null);
}

function requireSameMeaning(older: unknown, newer: unknown): void {
  const difference = firstDifference(older, newer);
  if (difference === undefined) return;
  const { kind, metadata } = older as { kind?: string; metadata?: { name?: string } };
  const what = kind === undefined ? 'document' : `${kind} ${metadata?.name ?? ''}`;
  const [before, after] = [difference.first, difference.second].map(
    (value) => JSON.stringify(value) as string | undefined,
  );
  throw new Error(
    `failed to read the ${what}: ${difference.path} is ${before ?? 'absent'} in YAML 1.1 and ` +
      `${after ?? 'absent'} in YAML 1.2: quote it, or regenerate the file`,
  );
}

interface Difference {
  /** Path from the root: `.spec.names[0]`. */
  readonly path: string;
  readonly first: unknown;
  readonly second: unknown;
}

/** The first difference of two JSON values, at the deepest common path; `undefined` if they are equal. */
function firstDifference(first: unknown, second: unknown, path = ''): Difference | undefined {
  if (isDeepStrictEqual(first, second)) return undefined;
  const [ours, theirs] = [toEntries(first), toEntries(second)];
  for (const key of new Set([...ours.keys(), ...theirs.keys()])) {
    const at = Array.isArray(first) ? `${path}[${key}]` : `${path}.${key}`;
    const within = firstDifference(ours.get(key), theirs.get(key), at);
    if (within !== undefined) return within;
  }
  return { path, first, second };
}

function toEntries(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
}
