import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { Yaml } from 'cdk8s';

/**
 * The documents of these texts. Throws, with the path of the value, if a document means something else in YAML 1.1
 * (which cdk8s parses) than in YAML 1.2.
 *
 * cdk8s starts a process for each file that it loads, which takes most of the time of a synth. So all texts are written
 * to one file, each twice: once unchanged, and once as YAML 1.2.
 */
export function readYaml(texts: readonly string[]): unknown[] {
  const plain = texts.map((text) => text.replaceAll(/^%YAML .*$/gm, ''));
  const documents = load([...plain, ...plain.map(asNewer)].join('\n...\n---\n'));
  const older = documents.slice(0, documents.length / 2);
  const newer = documents.slice(documents.length / 2);
  for (const [index, document] of older.entries()) mustBeSame(document, newer[index]);
  return older;
}

/** `text` with a directive for YAML 1.2 before each document. https://yaml.org/spec/1.2.2/#681-yaml-directives */
function asNewer(text: string): string {
  return `...\n%YAML 1.2\n---\n${text.replaceAll(/^---(?=\s|$)/gm, '...\n%YAML 1.2\n---')}`;
}

function load(text: string): unknown[] {
  const directory = mkdtempSync(path.join(tmpdir(), 'manifests-'));
  try {
    const file = path.join(directory, 'all.yaml');
    writeFileSync(file, text);
    return Yaml.load(file) as unknown[];
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function mustBeSame(older: unknown, newer: unknown): void {
  const difference = firstDifference(older, newer);
  if (difference === undefined) return;
  const { kind = 'document', metadata } = older as { kind?: string; metadata?: { name?: string } };
  const [before, after] = [difference.first, difference.second].map(
    (value) => JSON.stringify(value) as string | undefined,
  );
  throw new Error(
    `failed to read the ${kind} ${metadata?.name ?? ''}: ${difference.path} is ${before ?? 'absent'} in YAML 1.1 and ` +
      `${after ?? 'absent'} in YAML 1.2: put it in quotes, or generate the file anew`,
  );
}

interface Difference {
  /** The path from the root: `.spec.names[0]`. */
  readonly path: string;
  readonly first: unknown;
  readonly second: unknown;
}

/** The first difference of two JSON values, at the deepest path that both have; `undefined` if they are equal. */
function firstDifference(first: unknown, second: unknown, path = ''): Difference | undefined {
  if (isDeepStrictEqual(first, second)) return undefined;
  const [ours, theirs] = [entriesOf(first), entriesOf(second)];
  for (const key of new Set([...ours.keys(), ...theirs.keys()])) {
    const at = Array.isArray(first) ? `${path}[${key}]` : `${path}.${key}`;
    const within = firstDifference(ours.get(key), theirs.get(key), at);
    if (within !== undefined) return within;
  }
  return { path, first, second };
}

function entriesOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
}
