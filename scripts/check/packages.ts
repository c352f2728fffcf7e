import { isDeepStrictEqual } from 'node:util';

/** Rules of package.json and package-lock.json: each function returns the entries that break its rule. */

export interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly private?: boolean;
  readonly license?: string;
  readonly engines?: { readonly node?: string };
  readonly files?: readonly string[];
  readonly repository?: { readonly type?: string; readonly url?: string; readonly directory?: string };
  readonly publishConfig?: { readonly access?: string; readonly provenance?: boolean };
  readonly bin?: Record<string, string>;
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
}

/**
 * Finds dependencies that are not pinned to one version, including aliased ones. Ignores peer dependencies, because the
 * user chooses their versions.
 */
export function findUnpinned({ dependencies, devDependencies, optionalDependencies }: Manifest): string[] {
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    .filter(([, version]) => !/^(npm:[@\w/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${name}@${version}`);
}

/**
 * Finds registry URLs in the lockfile. The lockfile must not contain any, so that any mirror works; hashes pin the
 * packages.
 */
export function findRegistries(lockfile: string): string[] {
  return lockfile.match(/"resolved": "\w+:[^"]*"/g) ?? [];
}

/** Returns the source file of each command that a package installs, by the command's name. */
export function listCommandSources({ bin = {} }: Manifest): ReadonlyMap<string, string> {
  const source = (program: string) => program.replace(/^\.\/dist\//, 'src/').replace(/\.js$/, '.ts');
  return new Map(Object.entries(bin).map(([name, program]) => [name, source(program)]));
}

/** Finds versions other than `version`: of the package itself, or of our packages that it depends on. */
export function findOtherVersions(manifest: Manifest, version: string): string[] {
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  const ours = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(([name]) =>
    name.startsWith('@kubewright/'),
  );
  const all = [[manifest.name ?? 'the root', manifest.version] as const, ...ours];
  return all.filter(([, found]) => found !== undefined && found !== version).map(([name, found]) => `${name}@${found}`);
}

/** Finds fields that publishing with provenance needs: npm compares the repository with that of the build. */
export function findPublishingComplaints(manifest: Manifest, folder: string): string[] {
  const { repository, publishConfig } = manifest;
  const wanted = { type: 'git', url: 'git+https://github.com/kubewright/kubewright.git', directory: folder };
  const holds: Readonly<Record<string, boolean>> = {
    'private: remove it, because npm does not publish private packages': manifest.private !== true,
    'license: Apache-2.0, as in LICENSE': manifest.license === 'Apache-2.0',
    'engines.node: the oldest supported version, such as ">=22"': /^>=\d+/.test(manifest.engines?.node ?? ''),
    'files: add it, so that npm does not pack tests': (manifest.files ?? []).length > 0,
    [`repository: ${JSON.stringify(wanted)}`]: isDeepStrictEqual(repository, wanted),
    'publishConfig.access: public': publishConfig?.access === 'public',
    'publishConfig.provenance: true': publishConfig?.provenance === true,
  };
  return Object.keys(holds).filter((rule) => holds[rule] !== true);
}

const neededFiles = ['LICENSE', 'README.md', 'package.json'];
const onlyForUs =
  /\.(test|test-d|suite|real)\.|(^|\/)(fixtures|node_modules)\/|^api\/|\.tsbuildinfo$|(^|\/)tsconfig|\.map$|\.log$/;
const toSource = /^(?!dist\/).*(?<!\.d)\.(ts|mts)$/;

/** Finds files that are missing in a packed package, and development files in it. Paths are relative to the package. */
export function findPackedComplaints(files: readonly string[]): string[] {
  // Ignores the template of new projects, because its sources and its test are meant to be packed.
  const own = files.filter((file) => !file.startsWith('template/'));
  return [
    ...neededFiles.filter((file) => !files.includes(file)).map((file) => `${file} is missing`),
    ...own.filter((file) => onlyForUs.test(file) || toSource.test(file)).map((file) => `${file} must not be packed`),
  ];
}
