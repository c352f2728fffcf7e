import { existsSync } from 'node:fs';
import { readdir, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';

import { failed } from '../failed.ts';
import { licenceTexts, type Source } from './licence-texts.ts';

/** A package of npm that is part of a bundle. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression, or what the package says instead. */
  readonly license: string;
  /** The texts of its licence and notices, by the file's name. */
  readonly texts: ReadonlyMap<string, Uint8Array>;
}

interface PackageJson {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string | { readonly type?: string };
}

/**
 * The packages whose code is in a bundle with these commands, as its source maps name them, without the project's own.
 *
 * Throws: if `main.js` has no source map, as nothing else says what is in the bundle.
 */
export async function bundledPackages(
  bundle: string,
  { project, commands = [] }: { readonly project: string; readonly commands?: readonly string[] },
): Promise<readonly BundledPackage[]> {
  const present = new Set(await readdir(bundle));
  const maps = (await bundleFiles(bundle, commands)).map((file) => `${file}.map`).filter((map) => present.has(map));
  if (!maps.includes('main.js.map')) {
    throw failed(`read ${bundle}`, 'it needs source maps, which name the packages: bundle with `--sourcemap`');
  }
  const sources = (await Promise.all(maps.map((map) => sourcesOf(path.join(bundle, map))))).flat();
  const byFolder = Map.groupBy(sources, ({ file }) => packageFolder(file));
  byFolder.delete(undefined);
  const own = await realpath(project);
  const folders = await Promise.all(
    [...byFolder].map(async ([folder = '', of]) => ({ folder: await existing(folder), of })),
  );
  const packages = await Promise.all(
    folders.filter(({ folder }) => folder !== own).map(({ folder, of }) => readPackage(folder, of)),
  );
  const unique = new Map(packages.map((entry) => [`${entry.name}@${entry.version}`, entry]));
  return [...unique.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
}

interface SourceMap {
  readonly sources?: readonly string[];
  readonly sourcesContent?: readonly (string | null)[];
}

async function sourcesOf(map: string): Promise<readonly Source[]> {
  const { sources = [], sourcesContent = [] } = JSON.parse(await readFile(map, 'utf8')) as SourceMap;
  return sources.map((source, index) => ({
    file: path.resolve(path.dirname(map), source),
    text: sourcesContent[index] ?? '',
  }));
}

/** The folder of the package that a module belongs to: installed, or another one of the same workspace. */
function packageFolder(source: string): string | undefined {
  const match = /^.*\/node_modules\/(@[^/]+\/)?[^/]+/.exec(source.replaceAll(path.sep, '/'));
  return match === null ? workspaceFolder(path.dirname(source)) : match[0];
}

function workspaceFolder(folder: string): string | undefined {
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  return path.dirname(folder) === folder ? undefined : workspaceFolder(path.dirname(folder));
}

function existing(folder: string): Promise<string> {
  return realpath(folder).catch((cause: unknown) => {
    throw failed(`find ${folder}, which is in the bundle`, 'run `npm ci`, then bundle again', cause);
  });
}

async function readPackage(folder: string, sources: readonly Source[]): Promise<BundledPackage> {
  const text = await readFile(path.join(folder, 'package.json'), 'utf8');
  const { name = path.basename(folder), version = '0.0.0', license: said } = JSON.parse(text) as PackageJson;
  const license = (typeof said === 'string' ? said : said?.type) ?? 'NOASSERTION';
  return { name, version, license, texts: await licenceTexts({ folder, license, sources }) };
}

/**
 * The JavaScript files that the program loads: `main.js`, those of `commands`, and each chunk that one of them names. A bundler
 * that does not empty its folder leaves chunks of earlier builds in it, which are not among them.
 */
export async function bundleFiles(bundle: string, commands: readonly string[] = []): Promise<readonly string[]> {
  const present = new Set((await readdir(bundle)).filter((file) => file.endsWith('.js')));
  const found = new Set(['main', ...commands].map((name) => `${name}.js`).filter((file) => present.has(file)));
  for (const file of found) {
    const text = await readFile(path.join(bundle, file), 'utf8');
    const named = [...text.matchAll(/["'`]\.\/([^"'`/]+\.js)["'`]/g)].map(([, name = '']) => name);
    for (const name of named.filter((each) => present.has(each))) found.add(name);
  }
  return [...found].sort();
}
