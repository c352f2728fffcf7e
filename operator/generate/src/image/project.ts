import { existsSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';

import { buildGenerateError } from '../generate-error.ts';
import { type BundledPackage, findBundledPackages, listBundleFiles } from './layers/bundled-packages.ts';

/** The fields of `package.json` that an image uses. */
export interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly description?: string;
  readonly license?: string;
  readonly bin?: Readonly<Record<string, string>>;
  readonly repository?: string | { readonly url?: string };
}

export interface ProjectOptions {
  /** The operator's folder with its `package.json`. @default - the current folder */
  readonly folder?: string;
  /** The bundle's folder, relative to `folder`: `main.js` and its source map. @default 'bundle' */
  readonly bundle?: string;
}

/** A bundled operator. */
export interface Project {
  /** The folder with `package.json`, without symbolic links. */
  readonly folder: string;
  /** The folder with `main.js` and its source map. */
  readonly bundle: string;
  readonly manifest: Manifest;
  /** The JavaScript files of the bundle that the program loads. */
  readonly programs: readonly string[];
  readonly packages: readonly BundledPackage[];
}

/** Reads a project. Throws: if it is not built, or its bundle lacks the source map, which names its packages. */
export async function readProject({ folder = '.', bundle: name = 'bundle' }: ProjectOptions): Promise<Project> {
  const root = await realpath(folder).catch(() => path.resolve(folder));
  const text = await readFile(path.join(root, 'package.json'), 'utf8').catch((cause: unknown) => {
    throw buildGenerateError(
      `read ${root}`,
      'package.json is missing: set --folder to the folder of the operator',
      cause,
    );
  });
  const manifest = JSON.parse(text) as Manifest;
  const bundle = path.join(root, name);
  if (!existsSync(path.join(bundle, 'main.js'))) {
    throw buildGenerateError(
      `read ${bundle}`,
      'main.js is missing: build the operator first, for example with `npm run build`',
    );
  }
  if (!existsSync(path.join(bundle, 'main.js.map'))) {
    throw buildGenerateError(
      `read ${bundle}`,
      'main.js.map is missing, which lists the packages: bundle with `--sourcemap`',
    );
  }
  const programs = await listBundleFiles(bundle, Object.keys(manifest.bin ?? {}));
  const files = programs.map((file) => path.join(bundle, file));
  return { folder: root, bundle, manifest, programs, packages: await findBundledPackages(files, root) };
}
