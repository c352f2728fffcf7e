import { readFileSync } from 'node:fs';
import path from 'node:path';

import { readYaml } from './read-yaml.ts';

/**
 * Reads the documents of a YAML or JSON file. Throws as `readText` and `readYaml` do, with the path of the file.
 */
export function readYamlFile(file: string, what: string): readonly unknown[] {
  const text = readText(file, what);
  try {
    return readYaml([text]);
  } catch (cause) {
    throw new Error(`failed to read ${file}: ${(cause as Error).message}`, { cause });
  }
}

/** Reads a file that the user named. Throws, with what it must be, if it does not exist or cannot be read. */
export function readText(file: string, what: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Error(`failed to read ${file}: ${formatReadError(cause as NodeJS.ErrnoException, file, what)}`, {
      cause,
    });
  }
}

function formatReadError({ code, message }: NodeJS.ErrnoException, file: string, what: string): string {
  if (code !== 'ENOENT') return `this process cannot read it: ${message}`;
  return `${path.resolve(file)} does not exist: it must be ${what}`;
}
