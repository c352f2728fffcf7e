import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { failed } from '../failed.ts';
import type { ImageFile } from '../oci/index.ts';
import { type BundledPackage, bundleFiles } from './bundled-packages.ts';
import { nodePath } from './node-layer.ts';
import type { PinnedPackages } from './pinned-packages.ts';

/** What an image needs of the `package.json` of its project. */
export interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly description?: string;
  readonly license?: string;
  readonly bin?: Readonly<Record<string, string>>;
  readonly repository?: string | { readonly url?: string };
}

export interface Project {
  /** The folder with `package.json`. */
  readonly folder: string;
  /** The folder with `main.js` and its source map. */
  readonly bundle: string;
  readonly manifest: Manifest;
  readonly packages: readonly BundledPackage[];
  /** The packages of Debian that it pins. */
  readonly pins: PinnedPackages;
  /** Where those are that package sources no longer have. */
  readonly archive: string;
}

/** The folder of the program in the image. */
export const appFolder = '/app';

/** The bundle, `package.json` and the licences. The same for each platform. */
export async function appFiles(project: Project): Promise<readonly ImageFile[]> {
  const { folder, bundle, manifest, packages } = project;
  const present = new Set(await readdir(bundle));
  const loaded = await bundleFiles(bundle, Object.keys(manifest.bin ?? {}));
  const names = loaded.flatMap((file) => [file, `${file}.map`]).filter((file) => present.has(file));
  if (!names.includes('main.js')) throw failed(`read ${bundle}`, 'it has no main.js: run `npm run build` first');
  const copy = async (from: string, to: string): Promise<ImageFile> => ({ path: to, data: await readFile(from) });
  const own = (await readdir(folder)).filter((file) => /^(licen[cs]e|notice)(\..*)?$/i.test(file));
  const copies = await Promise.all([
    ...names.map((name) => copy(path.join(bundle, name), `${appFolder}/bundle/${name}`)),
    copy(path.join(folder, 'package.json'), `${appFolder}/package.json`),
    ...own.map((name) => copy(path.join(folder, name), `${appFolder}/${name}`)),
  ]);
  return [...copies, ...licences(packages), ...launchers(manifest, names)];
}

function licences(packages: readonly BundledPackage[]): readonly ImageFile[] {
  return packages.flatMap(({ name, version, texts }) =>
    [...texts].map(([file, data]) => ({ path: `${appFolder}/licenses/${name}@${version}/${file}`, data })),
  );
}

/** The commands of the package that are bundled, too, in `PATH`. No shell is there: the kernel reads the first line. */
function launchers({ bin = {} }: Manifest, bundled: readonly string[]): readonly ImageFile[] {
  return Object.keys(bin)
    .filter((command) => bundled.includes(`${command}.js`))
    .map((command) => {
      const text = `#!${nodePath}\nimport('../../..${appFolder}/bundle/${command}.js');\n`;
      return { path: `/usr/local/bin/${command}`, data: Buffer.from(text), mode: 0o755 };
    });
}
