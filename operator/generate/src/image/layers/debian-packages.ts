import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { unpackTar } from 'modern-tar';

import { failed } from '../failed.ts';
import { sha256 } from '../oci/index.ts';

const run = promisify(execFile);

/** A package of Debian, or of a distribution that is built from it. */
export interface DebianPackage {
  readonly name: string;
  readonly version: string;
  readonly architecture: string;
  /** Of the archive, in hexadecimal digits. */
  readonly sha256: string;
  /** The text of its `control` file, as the database of installed packages has it. */
  readonly control: string;
  readonly files: ReadonlyMap<string, DebianFile>;
}

export type DebianFile = { readonly data: Uint8Array } | { readonly linkTo: string };

const needsApt =
  'without a base the system libraries come from packages of Debian or Ubuntu, by apt-get and dpkg-deb of this machine: run it there, or name a base with glibc, libstdc++ and CA certificates (--base)';

/**
 * Packages for an architecture, which need not be this machine's, in the versions that the package sources of this machine
 * have now. apt verifies their signatures. It works in a folder of its own, and installs nothing.
 */
export async function debianPackages(
  architecture: string,
  names: readonly string[],
  cache: string,
): Promise<readonly DebianPackage[]> {
  const state = path.join(cache, `apt-${architecture}`);
  const env = { ...process.env, LC_ALL: 'C', APT_CONFIG: await configuration(architecture, state) };
  await mkdir(path.join(state, 'archives'), { recursive: true });
  const archives = await mkdtemp(path.join(state, 'archives', 'new-'));
  try {
    await run('apt-get', ['update', '-qq', '-o', 'APT::Update::Error-Mode=any'], { env });
    await run('apt-get', ['download', '-qq', ...names], { env, cwd: archives });
    const files = (await readdir(archives)).sort();
    return await Promise.all(files.map((file) => readPackage(path.join(archives, file))));
  } catch (cause) {
    throw failed(`load ${names.join(', ')} for ${architecture}`, needsApt, cause);
  } finally {
    await rm(archives, { recursive: true });
  }
}

/** Debian's tools read the sources and the keys of this machine, and write nothing outside of `state`. */
async function configuration(architecture: string, state: string): Promise<string> {
  await mkdir(path.join(state, 'lists', 'partial'), { recursive: true });
  await mkdir(path.join(state, 'cache', 'archives', 'partial'), { recursive: true });
  await writeFile(path.join(state, 'status'), '');
  const file = path.join(state, 'apt.conf');
  const lines = [
    `APT::Architecture "${architecture}";`,
    `APT::Architectures { "${architecture}"; };`,
    `Dir::State "${state}";`,
    `Dir::State::status "${path.join(state, 'status')}";`,
    `Dir::Cache "${path.join(state, 'cache')}";`,
    'Acquire::Languages "none";',
    // Otherwise apt, as root, gives up its rights and cannot write here.
    'APT::Sandbox::User "root";',
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  return file;
}

async function readPackage(archive: string): Promise<DebianPackage> {
  const options = { encoding: 'buffer', maxBuffer: 256 * 1024 * 1024 } as const;
  const [tar, control] = await Promise.all([
    run('dpkg-deb', ['--fsys-tarfile', archive], options),
    run('dpkg-deb', ['--field', archive]),
  ]);
  const entries = await unpackTar(tar.stdout);
  const files = new Map<string, DebianFile>();
  for (const { header, data } of entries) {
    const name = header.name.replace(/^\.?\//, '/');
    if (header.type === 'symlink') files.set(name, { linkTo: header.linkname ?? '' });
    else if (header.type !== 'directory' && data !== undefined) files.set(name, { data });
  }
  const field = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(control.stdout)?.[1] ?? '';
  return {
    name: field('Package'),
    version: field('Version'),
    architecture: field('Architecture'),
    sha256: sha256(await readFile(archive)),
    control: control.stdout,
    files,
  };
}
