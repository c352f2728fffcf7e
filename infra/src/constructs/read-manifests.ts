import { readFileSync } from 'node:fs';
import path from 'node:path';

import { readYaml } from '../yaml/index.ts';

/** All objects in these YAML files. The objects of the same texts are parsed only once. */
export function readManifests(files: readonly string[]): unknown[] {
  const texts = [...new Set(files)].map(readText);
  const key = texts.join('\n---\n');
  const known = parsed.get(key) ?? readYaml(texts);
  parsed.set(key, known);
  return structuredClone(known);
}

const parsed = new Map<string, unknown[]>();

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const hint = path.isAbsolute(file) ? '' : '; it is looked for in the working directory: use loadDeclaration()';
    throw new Error(`failed to read the manifest ${file}${hint}`, { cause });
  }
}
