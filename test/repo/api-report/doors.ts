import { readFileSync } from 'node:fs';
import path from 'node:path';

/** What users import by one specifier: a package, or a subpath of it. */
export interface Door {
  /** The folder of the package, from the repository's root. */
  readonly folder: string;
  /** The compiled declarations, from the folder. */
  readonly types: string;
  /** Where its report is, from the folder: `api/infra-pulumi.api.md`. */
  readonly report: string;
}

interface PackageJson {
  readonly name: string;
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, string | { readonly types: string }>>;
}

/**
 * The doors of the packages that are published, but for two: `@kubewright/runtime/internal` changes without notice; and
 * `@kubewright/runtime/kinds` has what Kubernetes declares, in files that are committed as they are generated.
 */
export function doorsOf(folders: readonly string[], root: string): readonly Door[] {
  return folders.flatMap((folder) => {
    const text = readFileSync(path.join(root, folder, 'package.json'), 'utf8');
    const { name, private: isPrivate = false, exports = {} } = JSON.parse(text) as PackageJson;
    if (isPrivate) return [];
    return Object.entries(exports).flatMap(([subpath, target]): Door[] => {
      if (typeof target === 'string' || /^\.\/(internal\/|kinds$)/.test(subpath)) return [];
      const words = [name.replace(/^.*\//, ''), ...subpath.split('/').slice(1)];
      return [{ folder, types: target.types, report: `api/${words.join('-')}.api.md` }];
    });
  });
}
