import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readlink, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

import type { ContainerFiles, Mount } from './container-files.ts';

const unshare = '/usr/bin/unshare';
/** Where a container finds the root of this machine. */
const machine = '/.machine';
/**
 * Mounts the table in $1, then enters the root and the working directory. All words are parameters of the script, so
 * none is interpreted by the shell.
 */
const enter = '/usr/bin/mount --no-mtab --all --fstab "$1" && shift && exec /usr/sbin/chroot "$@"';
const start = 'mkdir -p "$1" && cd "$1" && shift && unset PWD OLDPWD SHLVL && exec "$@"';

/** Whether this machine allows mount namespaces to its users, and has the tools of util-linux for them. */
export async function hasMountNamespaces(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'kubewright-mounts-'));
  try {
    const files = await createNamespaceFiles(join(folder, 'root'), [
      { path: '/kubewright-probe/here', target: folder },
    ]);
    const { command, args } = files.run(['/bin/sh', '-c', 'test -e root.fstab'], '/kubewright-probe/here');
    await promisify(execFile)(command, args);
    return true;
  } catch {
    return false;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Creates a container's files for a separate mount namespace: this machine's files, with volumes at their mount paths.
 * Creates `root`, the container's `/`.
 *
 * @param options `folder`: also created if missing; `programs`: paths of this machine that volumes must not hide
 */
export async function createNamespaceFiles(
  root: string,
  mounts: readonly Mount[],
  { folder = '/', programs = [] }: { readonly folder?: string | undefined; readonly programs?: readonly string[] } = {},
): Promise<ContainerFiles> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  const volumes = await Promise.all(
    mounts.map(async ({ path, target }) => ({ path: await resolveRealPath(path), target })),
  );
  const places = [...volumes, ...listHidden(await Promise.all(programs.map(resolveRealPath)), volumes)];
  const added = [...places.map(({ path }) => path), await resolveRealPath(folder)];
  // A path inside a volume is created in the volume instead.
  const own = await collectOwnFolders(added.filter((path) => findEnclosing(path, volumes) === undefined));
  const table: string[] = [];
  for (const path of own) table.push(...(await mirror(path, root, (entry) => own.has(entry) || added.includes(entry))));
  for (const { path, target } of places) {
    await createMountPoint({ path, target }, findEnclosing(path, volumes), root);
    table.push(formatMountLine(target, root + path, 'rbind'));
  }
  await writeFile(`${root}.fstab`, `${table.join('\n')}\n`, { mode: 0o600 });
  return {
    home: '/',
    variables: {},
    ensureFolder: async (path) => resolve('/', path),
    rewritePaths: (text) => text,
    run: (words, cwd) => {
      const inside = ['/bin/sh', '-c', start, 'sh', cwd, ...words];
      const args = [
        '--user',
        '--map-root-user',
        '--mount',
        '/bin/sh',
        '-c',
        enter,
        'sh',
        `${root}.fstab`,
        root,
        ...inside,
      ];
      return { command: unshare, args, cwd: '/' };
    },
  };
}

/** Lists the entries of this machine with `programs` that `volumes` would hide, for example in `/tmp`. */
function listHidden(programs: readonly string[], volumes: readonly Mount[]): readonly Mount[] {
  const entries = programs.flatMap((program) => {
    const volume = findEnclosing(program, volumes);
    const [name] = program.slice((volume?.path.length ?? 0) + 1).split('/');
    return volume === undefined || name === undefined ? [] : [join(volume.path, name)];
  });
  return [...new Set(entries)].map((path) => ({ path, target: path }));
}

async function resolveRealPath(path: string): Promise<string> {
  const absolute = resolve('/', path);
  return realpath(absolute).catch(async () => join(await resolveRealPath(dirname(absolute)), basename(absolute)));
}

/**
 * Collects the folders of this machine that need additional entries: the container gets copies that link to all present
 * entries.
 */
async function collectOwnFolders(added: readonly string[]): Promise<ReadonlySet<string>> {
  const own = new Set(['/']);
  for (const path of added) {
    const [, ...names] = path.split('/').slice(0, -1);
    let parent = '';
    for (const name of names) {
      parent += `/${name}`;
      if (await isFolder(parent)) own.add(parent);
    }
  }
  return own;
}

/** The innermost of `volumes` that contains `path`. */
function findEnclosing(path: string, volumes: readonly Mount[]): Mount | undefined {
  return volumes.findLast((volume) => path.startsWith(`${volume.path}/`));
}

/**
 * Creates a folder of the container with links to this machine's entries, and returns mounts for it. Only `/` uses a
 * mount per entry, because it has few; in any other folder, entries are links into `machine`.
 */
async function mirror(path: string, root: string, isOwn: (entry: string) => boolean): Promise<readonly string[]> {
  await mkdir(root + path, { recursive: true, mode: 0o755 });
  const entries = (await readdir(path, { withFileTypes: true })).filter(({ name }) => !isOwn(join(path, name)));
  const table: string[] = [];
  for (const entry of entries) {
    const here = join(path, entry.name);
    if (entry.isSymbolicLink()) await symlink(await readlink(here), root + here);
    else if (path !== '/') await symlink(machine + here, root + here);
    else {
      await (entry.isDirectory() ? mkdir(root + here) : writeFile(root + here, ''));
      table.push(formatMountLine(here, root + here, 'rbind,nofail'));
    }
  }
  if (path !== '/') return table;
  await mkdir(root + machine);
  return [formatMountLine('/', root + machine, 'rbind'), ...table];
}

/** Creates the mount point of a mount that is inside another volume. */
async function createMountPoint({ path, target }: Mount, around: Mount | undefined, root: string): Promise<void> {
  const point = around === undefined ? root + path : join(around.target, path.slice(around.path.length));
  await mkdir(dirname(point), { recursive: true });
  if (await isFolder(target)) await mkdir(point, { recursive: true });
  else await writeFile(point, '', { flag: 'a' });
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** Formats a line of fstab(5). */
function formatMountLine(from: string, to: string, options: string): string {
  const escaped = [from, to].map((path) =>
    path.replace(/[\s\\#]/g, (char) => `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`),
  );
  return `${escaped.join(' ')} none ${options} 0 0`;
}
