import path from 'node:path/posix';

import { buildGenerateError } from '../../generate-error.ts';
import type { ImageFile } from '../oci/layer.ts';
import { type DebianFile, type DebianPackage, loadDebianPackages, type PackageSource } from './debian-packages.ts';
import type { PinnedNames } from './pinned-packages.ts';

/** The image's unprivileged user, as in the Deployment. */
export const userId = 65532;

/** The system files that Node needs, and their packages. */
export interface SystemLayer {
  readonly files: readonly ImageFile[];
  readonly packages: readonly DebianPackage[];
  /** The pins of `packages`, and of packages that only provide a licence text. */
  readonly pins: PinnedNames;
}

/** The paths of the loader and the libraries, by architecture. */
const architectures: Readonly<Record<string, { readonly loader: string; readonly libraries: string } | undefined>> = {
  amd64: { loader: '/lib64/ld-linux-x86-64.so.2', libraries: '/lib/x86_64-linux-gnu' },
  arm64: { loader: '/lib/ld-linux-aarch64.so.1', libraries: '/lib/aarch64-linux-gnu' },
};

/** The libraries that Node links, and those that glibc loads at run time to resolve host names and to end threads. */
const libraries: Readonly<Record<string, readonly string[]>> = {
  libc6: [
    ...['libc.so.6', 'libdl.so.2', 'libm.so.6', 'libpthread.so.0', 'librt.so.1'],
    ...['libresolv.so.2', 'libnss_dns.so.2', 'libnss_files.so.2'],
  ],
  'libgcc-s1': ['libgcc_s.so.1'],
  'libstdc++6': ['libstdc++.so.6'],
};
const names = [...Object.keys(libraries), 'ca-certificates'];

/** Loads the loader, the C and C++ libraries, CA certificates, an unprivileged user and the licences from Debian. */
export async function loadSystem(source: PackageSource): Promise<SystemLayer> {
  const packages = await loadDebianPackages(names, source);
  const owners = [...new Set(packages.map(licenceOwner))].filter((owner) => !names.includes(owner));
  const documentation = owners.length === 0 ? [] : await loadDebianPackages(owners, source);
  const files = [
    ...listLibraries(packages, source.architecture),
    bundleCertificates(find(packages, 'ca-certificates')),
    ...packages.flatMap((entry) => [findLicence(entry, [...packages, ...documentation]), buildDatabaseEntry(entry)]),
    ...buildSettings(),
  ];
  return { files, packages, pins: listPins([...packages, ...documentation]) };
}

function listPins(packages: readonly DebianPackage[]): PinnedNames {
  const pins = packages.map(({ name, version, sha256, sha1 }) => [name, { version, sha256, sha1 }] as const);
  return Object.fromEntries(pins.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * The package that contains the licence text. Its folder may be a link to another package: libstdc++6 links to
 * gcc-12-base.
 */
function licenceOwner({ name, files }: DebianPackage): string {
  const link = files.get(`/usr/share/doc/${name}`);
  return link !== undefined && 'linkTo' in link ? link.linkTo : name;
}

function listLibraries(packages: readonly DebianPackage[], architecture: string): readonly ImageFile[] {
  const paths = architectures[architecture];
  if (paths === undefined)
    throw buildGenerateError(`build an image for ${architecture}`, 'use a base image for it (--base)');
  const buildFile = (name: string, file: string, at = `${paths.libraries}/${file}`): ImageFile => {
    const found = [`${paths.libraries}/${file}`, `/usr${paths.libraries}/${file}`];
    return { path: at, data: readData(find(packages, name), found), mode: 0o755 };
  };
  return [
    ...Object.entries(libraries).flatMap(([name, files]) => files.map((file) => buildFile(name, file))),
    buildFile('libc6', path.basename(paths.loader), paths.loader),
  ];
}

function find(packages: readonly DebianPackage[], name: string): DebianPackage {
  const found = packages.find((entry) => entry.name === name);
  if (found === undefined)
    throw buildGenerateError(`find ${name}`, 'the package sources of this machine do not have it');
  return found;
}

/** Reads the first path that exists in the package, and follows links within the package. */
function readData({ name, files }: DebianPackage, paths: readonly string[]): Uint8Array {
  const resolve = (file: string): Uint8Array | undefined => {
    const entry: DebianFile | undefined = files.get(file);
    if (entry === undefined) return undefined;
    return 'data' in entry ? entry.data : resolve(path.resolve(path.dirname(file), entry.linkTo));
  };
  const data = paths.map(resolve).find((found) => found !== undefined);
  if (data !== undefined) return data;
  throw buildGenerateError(
    `find ${paths.join(' or ')} in ${name}`,
    'this release of the distribution is not supported: use a base image (--base)',
  );
}

/** Bundles all certificates in one file, like `update-ca-certificates`; Go, OpenSSL and Node look for them there. */
function bundleCertificates({ files }: DebianPackage): ImageFile {
  const texts = [...files]
    .filter(([name]) => name.startsWith('/usr/share/ca-certificates/') && name.endsWith('.crt'))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, file]) => ('data' in file ? `${Buffer.from(file.data).toString().trimEnd()}\n` : ''));
  return { path: '/etc/ssl/certs/ca-certificates.crt', data: Buffer.from(texts.join('')) };
}

function findLicence(entry: DebianPackage, all: readonly DebianPackage[]): ImageFile {
  const owner = licenceOwner(entry);
  const data = readData(find(all, owner), [`/usr/share/doc/${owner}/copyright`]);
  return { path: `/usr/share/doc/${entry.name}/copyright`, data };
}

/** Scanners look here for packages of an image without a dpkg database. */
function buildDatabaseEntry({ name, control }: DebianPackage): ImageFile {
  return { path: `/var/lib/dpkg/status.d/${name}`, data: Buffer.from(`${control.trimEnd()}\n`) };
}

function buildSettings(): readonly ImageFile[] {
  const text = (file: string, lines: readonly string[]): ImageFile => ({
    path: file,
    data: Buffer.from(`${lines.join('\n')}\n`),
  });
  const id = String(userId);
  return [
    text('/etc/passwd', ['root:x:0:0:root:/:/sbin/nologin', `nonroot:x:${id}:${id}:nonroot:/:/sbin/nologin`]),
    text('/etc/group', ['root:x:0:', `nonroot:x:${id}:`]),
    text('/etc/nsswitch.conf', ['passwd: files', 'group: files', 'hosts: files dns']),
    { path: '/tmp', folder: true, mode: 0o1777 },
  ];
}
