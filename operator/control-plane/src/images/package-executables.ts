import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Program } from './image-program.ts';

/**
 * Finds the executables that the package of a script declares in `package.json`, by name: an image that installs the
 * package has them on `PATH`. Each runs with this Node.
 */
export function findPackageExecutables(script: string): NonNullable<Program['executables']> {
  const folder = findPackageFolder(dirname(script));
  if (folder === undefined) return {};
  const { name = '', bin = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageJson;
  const scripts = typeof bin === 'string' ? { [name.replace(/^@[^/]*\//, '')]: bin } : bin;
  return Object.fromEntries(
    Object.entries(scripts).map(([executable, path]) => [executable, [process.execPath, join(folder, path)]]),
  );
}

interface PackageJson {
  readonly name?: string;
  readonly bin?: string | Readonly<Record<string, string>>;
}

function findPackageFolder(from: string): string | undefined {
  if (existsSync(join(from, 'package.json'))) return from;
  return dirname(from) === from ? undefined : findPackageFolder(dirname(from));
}
