import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A specifier that users import (a package or a subpath of it), and the page that documents it. */
export interface EntryPoint {
  readonly specifier: string;
  /** Source folder of the package, from the repository's root. */
  readonly folder: string;
  /** Source file of the entry point, from the repository's root. */
  readonly source: string;
  /** Path of the page, from the repository's root. */
  readonly page: string;
}

interface PackageJson {
  readonly name: string;
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, string | { readonly types: string }>>;
}

/**
 * The entry points of published packages, except: `@kubewright/runtime/internal`, which changes without notice; and
 * `@kubewright/runtime/kinds` and `@kubewright/imports`, whose generated sources are committed.
 */
export function listEntryPoints(folders: readonly string[], root: string): readonly EntryPoint[] {
  return folders.flatMap((folder) => {
    const text = readFileSync(path.join(root, folder, 'package.json'), 'utf8');
    const { name, private: isPrivate = false, exports = {} } = JSON.parse(text) as PackageJson;
    if (isPrivate || name === '@kubewright/imports') return [];
    return Object.entries(exports).flatMap(([subpath, target]): EntryPoint[] => {
      if (typeof target === 'string' || /^\.\/(internal\/|kinds$)/.test(subpath)) return [];
      const specifier = path.posix.join(name, subpath);
      const file = target.types.replace(/^\.\/dist\/(.*)\.d\.ts$/, 'src/$1.ts');
      const docs = `${folder.split('/')[0] ?? folder}/docs/reference`;
      return [
        {
          specifier,
          folder: `${folder}/src`,
          source: `${folder}/${file}`,
          page: `${docs}/api-${specifier.replace(/^@[^/]*\//, '').replaceAll('/', '-')}.md`,
        },
      ];
    });
  });
}
