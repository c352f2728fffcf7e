import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { buildGenerateError } from '../../generate-error.ts';
import { readLicenceTexts, type Source } from './licence-texts.ts';

/** An npm package in a bundle. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression, or other text from `package.json`. */
  readonly license: string;
  /** The texts of its licence and notices, by file name. */
  readonly texts: ReadonlyMap<string, Uint8Array>;
}

interface PackageJson {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string | { readonly type?: string };
}

interface SourceMap {
  readonly sources?: readonly string[];
  readonly sourcesContent?: readonly (string | null)[];
}

/**
 * The JavaScript files that the program loads: `main.js`, the files of `commands`, and the chunks that these import.
 * Excludes chunks of earlier builds, which some bundlers leave in the folder.
 */
export async function listBundleFiles(bundle: string, commands: readonly string[] = []): Promise<readonly string[]> {
  const present = new Set((await readdir(bundle)).filter((file) => file.endsWith('.js')));
  const found = new Set(['main', ...commands].map((name) => `${name}.js`).filter((file) => present.has(file)));
  for (const file of found) {
    const text = await readFile(path.join(bundle, file), 'utf8');
    const named = [...text.matchAll(/["'`]\.\/([^"'`/]+\.js)["'`]/g)].map(([, name = '']) => name);
    for (const name of named.filter((each) => present.has(each))) found.add(name);
  }
  return [...found].sort();
}

/**
 * The packages in a bundle according to its source maps, except for the project itself.
 *
 * @param project the project's folder, without symbolic links
 * Throws: if a package is no longer installed.
 */
export async function findBundledPackages(
  files: readonly string[],
  project: string,
): Promise<readonly BundledPackage[]> {
  const sources = (await Promise.all(files.map(readSources))).flat();
  const byFolder = Map.groupBy(sources, ({ file }) => findPackageFolder(file));
  byFolder.delete(project);
  byFolder.delete(undefined);
  const packages = await Promise.all([...byFolder].map(([folder = '', of]) => readPackage(folder, of)));
  const unique = new Map(packages.map((entry) => [`${entry.name}@${entry.version}`, entry]));
  return [...unique].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
}

/** The modules in a bundled file; empty without a source map. */
async function readSources(file: string): Promise<readonly Source[]> {
  if (!existsSync(`${file}.map`)) return [];
  const { sources = [], sourcesContent = [] } = JSON.parse(await readFile(`${file}.map`, 'utf8')) as SourceMap;
  return sources.map((source, index) => ({
    file: path.resolve(path.dirname(file), source),
    text: sourcesContent[index] ?? '',
  }));
}

/** The folder of a module's package, installed or in the same workspace. */
function findPackageFolder(module: string): string | undefined {
  const installed = /^.*\/node_modules\/(@[^/]+\/)?[^/]+/.exec(module.replaceAll(path.sep, '/'));
  return installed === null ? findWorkspaceFolder(path.dirname(module)) : installed[0];
}

function findWorkspaceFolder(folder: string): string | undefined {
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  return path.dirname(folder) === folder ? undefined : findWorkspaceFolder(path.dirname(folder));
}

async function readPackage(folder: string, sources: readonly Source[]): Promise<BundledPackage> {
  const text = await readFile(path.join(folder, 'package.json'), 'utf8').catch((cause: unknown) => {
    throw buildGenerateError(`find ${folder}, which is in the bundle`, 'run `npm ci`, then bundle again', cause);
  });
  const { name = path.basename(folder), version = '0.0.0', license: declared } = JSON.parse(text) as PackageJson;
  const license = (typeof declared === 'string' ? declared : declared?.type) ?? 'NOASSERTION';
  return { name, version, license, texts: await readLicenceTexts({ folder, license, sources }) };
}
