import { createHash } from 'node:crypto';

const indexName = 'index.ts';
const sealLine = /^\/\/ Made of ([0-9a-f]+), holds ([0-9a-f]+)\.\n/m;

/**
 * Adds a line to `index.ts` with the fingerprint and a digest of the files. `isSealed` reads it, so that no control
 * plane is needed to check whether the files are up to date.
 */
export function seal(files: ReadonlyMap<string, string>, fingerprint: string): ReadonlyMap<string, string> {
  const index = files.get(indexName) ?? '';
  const line = `// Made of ${fingerprint}, holds ${digestOf(files)}.\n`;
  const afterHeader = index.indexOf('\n') + 1;
  return new Map([...files, [indexName, index.slice(0, afterHeader) + line + index.slice(afterHeader)]]);
}

/** Whether `files` were generated with this fingerprint, and no file was changed, added or removed since. */
export function isSealed(files: ReadonlyMap<string, string>, fingerprint: string): boolean {
  const index = files.get(indexName) ?? '';
  const [, madeOf, holds] = sealLine.exec(index) ?? [];
  const unsealed = new Map([...files, [indexName, index.replace(sealLine, '')]]);
  return madeOf === fingerprint && holds === digestOf(unsealed);
}

/** A digest of texts by name, independent of their order. */
export function digestOf(files: ReadonlyMap<string, string>): string {
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, 32);
}
