import { createHash } from 'node:crypto';

const indexName = 'index.ts';
const sealLine = /^\/\/ Made of ([0-9a-f]+), holds ([0-9a-f]+)\.\n/m;

/**
 * Adds a line to `index.ts` that says what the files were made of and what they hold, so that it can be checked without
 * a control plane whether they are still what the generator would write.
 */
export function seal(files: ReadonlyMap<string, string>, fingerprint: string): ReadonlyMap<string, string> {
  const index = files.get(indexName) ?? '';
  const line = `// Made of ${fingerprint}, holds ${digestOf(files)}.\n`;
  const afterHeader = index.indexOf('\n') + 1;
  return new Map([...files, [indexName, index.slice(0, afterHeader) + line + index.slice(afterHeader)]]);
}

/** Whether `files` were made of what `fingerprint` names, and nobody changed, added or removed one since. */
export function isSealed(files: ReadonlyMap<string, string>, fingerprint: string): boolean {
  const index = files.get(indexName) ?? '';
  const [, madeOf, holds] = sealLine.exec(index) ?? [];
  const unsealed = new Map([...files, [indexName, index.replace(sealLine, '')]]);
  return madeOf === fingerprint && holds === digestOf(unsealed);
}

/** A short digest of texts by name; independent of their order. */
export function digestOf(files: ReadonlyMap<string, string>): string {
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, 32);
}
