/**
 * Writes `operator/control-plane/dist`: the package's modules, bundled with the parts of our other packages and of
 * others' that they use, because test suites in Go or Python start the control plane with `npx` and should not wait for
 * a hundred packages.
 */
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { type BundledPackage, findBundledPackages } from '../operator/generate/src/image/layers/bundled-packages.ts';
import { root } from './run.ts';

const project = path.join(root, 'operator/control-plane');
const compiled = path.join(project, 'compiled');
const dist = path.join(project, 'dist');

/**
 * Entry points of the bundle, by name. Programs that run in processes of their own need a file beside `index`.
 */
const entries = {
  index: 'index.js',
  'control-plane/cli': 'control-plane/cli.js',
  supervisor: 'processes/supervisor.js',
  'web-page': 'images/web-page.js',
};

const licenceFile = 'LICENSES.txt';

const inputs = [
  import.meta.filename,
  path.join(root, 'package-lock.json'),
  ...['control-plane/compiled', 'declaration/dist', 'runtime/dist'].map((each) =>
    path.join(root, 'operator', each, 'tsconfig.tsbuildinfo'),
  ),
];

/** Bundles the compiled package, unless nothing is newer than the last bundle. */
export async function bundleControlPlane(): Promise<void> {
  const bundledAtMs = await readChangedAtMs(path.join(dist, licenceFile));
  const changes = await Promise.all(inputs.map(readChangedAtMs));
  if (bundledAtMs > 0 && changes.every((atMs) => atMs <= bundledAtMs)) return;
  const folder = await mkdtemp(`${dist}-`);
  try {
    await bundleModules(folder);
    await copyTypes(folder);
    await writeLicences(folder);
    await replaceFolder(folder, dist);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Renames the folder in one step, because other processes may bundle at the same time; the first one wins. */
async function replaceFolder(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await rename(from, to).catch(() => rm(from, { recursive: true }));
}

/** Returns the time of the last change; 0 for a file that does not exist. */
async function readChangedAtMs(file: string): Promise<number> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}

async function bundleModules(into: string): Promise<void> {
  // Imported lazily: rolldown is a large binary, and most builds do not need to bundle.
  const { rolldown } = await import('rolldown');
  const input = Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, path.join(compiled, file)]));
  const build = await rolldown({ input, platform: 'node', logLevel: 'warn' });
  await build.write({
    dir: into,
    format: 'esm',
    // The list of bundled packages is computed from the source maps; they are not published.
    sourcemap: 'hidden',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    comments: { legal: true, annotation: false, jsdoc: false },
  });
  await build.close();
}

/** Copies the declarations that those of the index import. Throws: if they need another package's. */
async function copyTypes(into: string): Promise<void> {
  const files = new Set(['index.d.ts']);
  for (const file of files) {
    const text = await readFile(path.join(compiled, file), 'utf8');
    const copy = path.join(into, file);
    await mkdir(path.dirname(copy), { recursive: true });
    await cp(path.join(compiled, file), copy);
    for (const specifier of findSpecifiers(text)) files.add(resolveDeclaration(specifier, file));
  }
}

/** Pure: the modules that a declaration file imports, except for those of Node. */
export function findSpecifiers(text: string): readonly string[] {
  const found = text.matchAll(/\b(?:from|import)\s*\(?\s*["']([^"']+)["']/g);
  return [...found].map(([, specifier = '']) => specifier).filter((each) => !each.startsWith('node:'));
}

function resolveDeclaration(specifier: string, file: string): string {
  if (specifier.startsWith('.')) return path.join(path.dirname(file), specifier.replace(/\.[jt]s$/, '.d.ts'));
  throw new Error(
    `operator/control-plane: the public types need ${specifier} (${file}), which users do not install: declare the type here`,
  );
}

async function writeLicences(into: string): Promise<void> {
  const files = (await readdir(into, { recursive: true })).filter((file) => file.endsWith('.js'));
  const packages = await findBundledPackages(
    files.map((file) => path.join(into, file)),
    project,
  );
  const others = packages.filter(({ name }) => !name.startsWith('@kubewright/'));
  await writeFile(path.join(into, licenceFile), others.map(formatLicence).join('\n'));
}

function formatLicence({ name, version, license, texts }: BundledPackage): string {
  const parts = [...texts].map(([file, text]) => `--- ${file} ---\n${Buffer.from(text).toString('utf8').trim()}\n`);
  return [`=== ${name} ${version} (${license}) ===\n`, ...parts].join('\n');
}
