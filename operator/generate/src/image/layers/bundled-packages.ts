import { existsSync } from 'node:fs';
import { readdir, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';

import { failed } from '../failed.ts';

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

const licenceFile = /^(licen[cs]e|copying|notice)([-.].*)?$/i;

/**
 * The packages whose code is in a bundle, as its source maps name them, without the project's own.
 *
 * Throws: if `main.js` has no source map, as nothing else says what is in the bundle.
 */
export async function bundledPackages(bundle: string, project: string): Promise<readonly BundledPackage[]> {
  const maps = (await readdir(bundle)).filter((file) => file.endsWith('.js.map'));
  if (!maps.includes('main.js.map')) {
    throw failed(`read ${bundle}`, 'it needs source maps, which name the packages: bundle with `--sourcemap`');
  }
  const sources = await Promise.all(maps.map((map) => sourcesOf(path.join(bundle, map))));
  const folders = new Set(await Promise.all([...new Set(sources.flat().flatMap(packageFolder))].map(existing)));
  folders.delete(await realpath(project));
  const packages = await Promise.all([...folders].map(readPackage));
  const unique = new Map(packages.map((entry) => [`${entry.name}@${entry.version}`, entry]));
  return [...unique.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
}

async function sourcesOf(map: string): Promise<readonly string[]> {
  const { sources = [] } = JSON.parse(await readFile(map, 'utf8')) as { readonly sources?: readonly string[] };
  return sources.map((source) => path.resolve(path.dirname(map), source));
}

/** The folder of the package that a module belongs to: installed, or another one of the same workspace. */
function packageFolder(source: string): readonly string[] {
  const match = /^.*\/node_modules\/(@[^/]+\/)?[^/]+/.exec(source.replaceAll(path.sep, '/'));
  return match === null ? workspaceFolder(path.dirname(source)) : [match[0]];
}

function workspaceFolder(folder: string): readonly string[] {
  if (existsSync(path.join(folder, 'package.json'))) return [folder];
  return path.dirname(folder) === folder ? [] : workspaceFolder(path.dirname(folder));
}

function existing(folder: string): Promise<string> {
  return realpath(folder).catch((cause: unknown) => {
    throw failed(`find ${folder}, which is in the bundle`, 'run `npm ci`, then bundle again', cause);
  });
}

async function readPackage(folder: string): Promise<BundledPackage> {
  const text = await readFile(path.join(folder, 'package.json'), 'utf8');
  const { name = path.basename(folder), version = '0.0.0', license } = JSON.parse(text) as PackageJson;
  const files = (await readdir(folder)).filter((file) => licenceFile.test(file) && !/\.[cm]?[jt]s$/.test(file)).sort();
  const texts = await Promise.all(files.map(async (file) => [file, await readFile(path.join(folder, file))] as const));
  const said = typeof license === 'string' ? license : license?.type;
  return { name, version, license: said ?? 'NOASSERTION', texts: new Map(texts) };
}
