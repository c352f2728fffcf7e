import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

import { readYaml } from '../yaml/index.ts';
import { isCrd } from './crd.ts';

/**
 * The CustomResourceDefinitions in the YAML and JSON files of a folder, or in one file. Objects of other kinds are left
 * out; of a `List`, as `kubectl get crds -o yaml` writes it, the items are taken. Subfolders are not read.
 *
 * Throws an `Error` if there is none, or if a file cannot be read.
 */
export function readCrds(place: string): unknown[] {
  return readCrdSets([place]).flat();
}

/** The same for several places, but faster: reading YAML starts a process. */
export function readCrdSets(places: readonly string[]): unknown[][] {
  const files = places.map(filesIn);
  const texts = files.map((names) => names.map((name) => readFileSync(name, 'utf8')));
  const sets = split(readTexts(texts, files.flat())).map((documents) => documents.flatMap(itemsOf).filter(isCrd));
  return places.map((place, index) => {
    const crds = sets[index] ?? [];
    if (crds.length === 0) throw new Error(`there is no CustomResourceDefinition in ${place}`);
    return crds;
  });
}

/** The files that may hold definitions. */
export function filesIn(place: string): string[] {
  if (!existsSync(place)) throw new Error(`there is no file or folder ${place}`);
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place)
    .filter((name) => /\.(ya?ml|json)$/.test(name))
    .sort()
    .map((name) => path.join(place, name));
}

/** A document between those of two places. */
const boundary = 'kubewright-boundary: true';

function readTexts(sets: readonly (readonly string[])[], files: readonly string[]): unknown[] {
  try {
    return readYaml(sets.flatMap((texts) => [...texts, boundary]));
  } catch (error) {
    throw unreadable(sets.flat(), files) ?? error;
  }
}

/** The error of the file that is no YAML, by its name. */
function unreadable(texts: readonly string[], files: readonly string[]): Error | undefined {
  for (const [index, text] of texts.entries()) {
    try {
      readYaml([text]);
    } catch (cause) {
      return new Error(`failed to read ${files[index] ?? ''}: ${firstLine(cause)}`, { cause });
    }
  }
  return undefined;
}

function firstLine(cause: unknown): string {
  const { message } = cause as Error;
  return /^\s*(?:YAML\w*|\w*Error): .*$/m.exec(message)?.[0].trim() ?? message.split('\n', 1)[0] ?? '';
}

function split(documents: readonly unknown[]): unknown[][] {
  const sets: unknown[][] = [[]];
  for (const document of documents) {
    if (typeof document === 'object' && document !== null && 'kubewright-boundary' in document) sets.push([]);
    else sets.at(-1)?.push(document);
  }
  return sets;
}

function itemsOf(document: unknown): unknown[] {
  if (typeof document !== 'object' || document === null) return [];
  return 'items' in document && Array.isArray(document.items) ? (document.items as unknown[]) : [document];
}
