import semver from 'semver';

/** Why a version cannot follow another one; `undefined` if it can. */
export function findVersionComplaint(version: string, last: string): string | undefined {
  // `valid` parses `v1.2.3` as 1.2.3, and drops build metadata, which image tags cannot contain.
  if (semver.valid(version) !== version) {
    return `"${version}" is not a semantic version: use three numbers, such as ${computeNextVersion(last, 'minor')}`;
  }
  if (semver.gt(version, last)) return undefined;
  const next = (['patch', 'minor', 'major'] as const).map((step) => computeNextVersion(last, step));
  return `${version} is not above ${last}, the version in package.json: use one of ${next.join(', ')}`;
}

function computeNextVersion(version: string, step: 'patch' | 'minor' | 'major'): string {
  return semver.inc(version, step) ?? version;
}

interface Package {
  version?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

interface Lockfile extends Package {
  packages: Record<string, Package>;
}

/** Sets the version of a `package.json`, and of our packages that it depends on. */
export function setPackageVersion(text: string, version: string): string {
  const manifest = JSON.parse(text) as Package;
  setVersion(manifest, version);
  return formatJson(manifest);
}

/** Sets the version of this repository's packages in `package-lock.json`, but not of installed ones. */
export function setLockfileVersion(text: string, version: string): string {
  const lockfile = JSON.parse(text) as Lockfile;
  lockfile.version = version;
  const ours = Object.entries(lockfile.packages).filter(([folder]) => !folder.includes('node_modules'));
  for (const [, each] of ours) setVersion(each, version);
  return formatJson(lockfile);
}

/** Sets the version in a page, in the names of our packed packages. */
export function setPageVersion(text: string, version: string): string {
  return text.replaceAll(/(kubewright-[a-z-]+-)\d+\.\d+\.\d+[\w.-]*?(?=\.tgz)/g, `$1${version}`);
}

function setVersion(manifest: Package, version: string): void {
  if (manifest.version !== undefined) manifest.version = version;
  for (const kind of ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'] as const) {
    const dependencies = manifest[kind] ?? {};
    for (const name of Object.keys(dependencies)) if (name.startsWith('@kubewright/')) dependencies[name] = version;
  }
}

function formatJson(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
