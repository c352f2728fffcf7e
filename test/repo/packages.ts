/** Rules of package.json and package-lock.json, as functions from their contents to what breaks them. */

export interface Manifest {
  readonly bin?: Record<string, string>;
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
}

/**
 * Dependencies that are not pinned to one version. Peers are ranges, on purpose: the user decides.
 */
export function unpinned({ dependencies, devDependencies, optionalDependencies }: Manifest): string[] {
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${name}@${version}`);
}

/** Where the lockfile names a registry. It pins by integrity instead, so that it works behind any mirror. */
export function registriesNamed(lockfile: string): string[] {
  return lockfile.match(/"resolved": "\w+:[^"]*"/g) ?? [];
}

/** The sources of a package's commands, by the names of these. */
export function commandSources({ bin = {} }: Manifest): ReadonlyMap<string, string> {
  const source = (program: string) => program.replace(/^\.\/dist\//, 'src/').replace(/\.js$/, '.ts');
  return new Map(Object.entries(bin).map(([name, program]) => [name, source(program)]));
}
