import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { Yaml } from 'cdk8s';

/**
 * Every object in these YAML files.
 *
 * cdk8s starts a process for each file that it loads, which would be most of the time that a synth takes; so the
 * files become one, and one that was read before is not parsed again.
 */
export function readManifests(files: readonly string[]): unknown[] {
  const text = [...new Set(files)].map(readText).join('\n---\n');
  const known = parsed.get(text) ?? parse(text);
  parsed.set(text, known);
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

function parse(text: string): unknown[] {
  const directory = mkdtempSync(path.join(tmpdir(), 'manifests-'));
  try {
    const file = path.join(directory, 'all.yaml');
    writeFileSync(file, text);
    return Yaml.load(file) as unknown[];
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
