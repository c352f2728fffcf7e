import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { version as prettierVersion } from 'prettier';

const indexName = 'index.ts';
const sealLine = /^\/\/ Made of ([0-9a-f]+), holds ([0-9a-f]+)\.\n/m;

/**
 * Adds a line to `index.ts` with the fingerprint and a digest of the files. `isSealed` reads it, so that no control
 * plane is needed to check whether the files are up to date.
 */
export function seal(files: ReadonlyMap<string, string>, fingerprint: string): ReadonlyMap<string, string> {
  const index = files.get(indexName) ?? '';
  const line = `// Made of ${fingerprint}, holds ${computeDigest(files)}.\n`;
  const afterHeader = index.indexOf('\n') + 1;
  return new Map([...files, [indexName, index.slice(0, afterHeader) + line + index.slice(afterHeader)]]);
}

/** Whether `files` were generated with this fingerprint, and no file was changed, added or removed since. */
export function isSealed(files: ReadonlyMap<string, string>, fingerprint: string): boolean {
  const index = files.get(indexName) ?? '';
  const [, madeOf, holds] = sealLine.exec(index) ?? [];
  const unsealed = new Map([...files, [indexName, index.replace(sealLine, '')]]);
  return madeOf === fingerprint && holds === computeDigest(unsealed);
}

/** A digest of texts by name, independent of their order. */
function computeDigest(files: ReadonlyMap<string, string>): string {
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, 32);
}

/**
 * A digest of everything that the generated kinds depend on: the Kubernetes modules that `controlPlaneFolder` pins, the
 * sources of this generator (including the list of kinds), and the version of Prettier.
 *
 * @param controlPlaneFolder the folder of go.mod and go.sum of the pinned control plane
 */
export async function computeKindsFingerprint(controlPlaneFolder: string): Promise<string> {
  const [modules, sums, sources] = await Promise.all([
    readFile(path.join(controlPlaneFolder, 'go.mod'), 'utf8'),
    readFile(path.join(controlPlaneFolder, 'go.sum'), 'utf8'),
    readFolder(import.meta.dirname),
  ]);
  const code = [...sources].filter(([name]) => !name.includes('.test.'));
  return computeDigest(
    new Map([
      ...code,
      ['go.mod', pickKubernetesLines(modules)],
      ['go.sum', pickKubernetesLines(sums)],
      ['prettier', prettierVersion],
    ]),
  );
}

/**
 * Whether the files in `folder` are those that the generator would write now. Compares digests only, and starts no
 * control plane.
 */
export async function areKindsCurrent(folder: string, fingerprint: string): Promise<boolean> {
  return isSealed(await readFolder(folder), fingerprint);
}

/** The lines about Kubernetes modules: other modules of the control plane (etcd, kwok) do not change its API. */
function pickKubernetesLines(text: string): string {
  return text
    .split('\n')
    .filter((line) => line.includes('k8s.io/'))
    .sort()
    .join('\n');
}

/** The texts of the files in `folder`, by name; empty if the folder does not exist. */
async function readFolder(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(ignoreMissing);
  const names = entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  const texts = names.map(async (name) => [name, await readFile(path.join(folder, name), 'utf8')] as const);
  return new Map(await Promise.all(texts));
}

function ignoreMissing(error: unknown): [] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
  throw error;
}
