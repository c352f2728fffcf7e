import { readFileSync } from 'node:fs';
import path from 'node:path';

import { readYaml } from '../yaml/index.ts';

/** The JSON in this file. Throws with the file, the reason, and `what` it must be. */
export function readJson(file: string, what: string): unknown {
  const text = textOf(file, what);
  try {
    return JSON.parse(text);
  } catch (cause) {
    const { message } = cause as SyntaxError;
    throw new Error(`failed to read ${file}: it must be ${what}, but is no JSON: ${message}`, { cause });
  }
}

/** The documents in this YAML file. Throws as `readJson` does, and where YAML 1.1 and YAML 1.2 differ. */
export function readDocuments(file: string, what: string): readonly unknown[] {
  const text = textOf(file, what);
  try {
    return readYaml([text]);
  } catch (cause) {
    throw new Error(`${file}: ${(cause as Error).message}`, { cause });
  }
}

function textOf(file: string, what: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Error(`failed to read ${file}: ${reasonOf(cause as NodeJS.ErrnoException, file, what)}`, { cause });
  }
}

function reasonOf({ code, message }: NodeJS.ErrnoException, file: string, what: string): string {
  if (code !== 'ENOENT') return `it must be a file that this process may read: ${message}`;
  return `there is no file ${path.resolve(file)}: it must be ${what}`;
}
