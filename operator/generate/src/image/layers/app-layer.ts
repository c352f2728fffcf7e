import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import type { ImageFile } from '../oci/layer.ts';
import type { Project } from '../project.ts';
import { listFiles } from './licence-texts.ts';
import { nodePath } from './node-layer.ts';

export const appFolder = '/app';

/** The bundle, `package.json` and the licences, identical on all platforms. */
export async function collectAppFiles({
  folder,
  bundle,
  manifest,
  programs,
  packages,
}: Project): Promise<readonly ImageFile[]> {
  const present = new Set(await readdir(bundle));
  const names = programs.flatMap((file) => [file, `${file}.map`]).filter((file) => present.has(file));
  const copy = async (from: string, to: string): Promise<ImageFile> => ({ path: to, data: await readFile(from) });
  const own = await listFiles(folder, /^(licen[cs]e|notice)(\..*)?$/i);
  const copies = await Promise.all([
    ...names.map((name) => copy(path.join(bundle, name), `${appFolder}/bundle/${name}`)),
    ...['package.json', ...own].map((name) => copy(path.join(folder, name), `${appFolder}/${name}`)),
  ]);
  const listLicences = packages.flatMap(({ name, version, texts }) =>
    [...texts].map(([file, data]) => ({ path: `${appFolder}/licenses/${name}@${version}/${file}`, data })),
  );
  const commands = Object.keys(manifest.bin ?? {}).filter((command) => names.includes(`${command}.js`));
  return [...copies, ...listLicences, ...commands.map(buildLauncher)];
}

/** Puts a command on `PATH`: a script whose first line names Node, because the image does not have a shell. */
function buildLauncher(command: string): ImageFile {
  const text = `#!${nodePath}\nimport('../../..${appFolder}/bundle/${command}.js');\n`;
  return { path: `/usr/local/bin/${command}`, data: Buffer.from(text), mode: 0o755 };
}
