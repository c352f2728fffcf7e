/** Rules of package.json and package-lock.json: each function returns the entries that break its rule. */

export interface Manifest {
  readonly bin?: Record<string, string>;
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
}

/**
 * Dependencies that are not pinned to one version, also those installed under another name. Peer dependencies may be
 * ranges: the user chooses a version.
 */
export function unpinned({ dependencies, devDependencies, optionalDependencies }: Manifest): string[] {
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    .filter(([, version]) => !/^(npm:[@\w/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${name}@${version}`);
}

/** The registry URLs in the lockfile. It must have none, so that any mirror works; hashes pin the packages. */
export function registriesNamed(lockfile: string): string[] {
  return lockfile.match(/"resolved": "\w+:[^"]*"/g) ?? [];
}

/** The source file of each command that a package installs, by the command's name. */
export function commandSources({ bin = {} }: Manifest): ReadonlyMap<string, string> {
  const source = (program: string) => program.replace(/^\.\/dist\//, 'src/').replace(/\.js$/, '.ts');
  return new Map(Object.entries(bin).map(([name, program]) => [name, source(program)]));
}
