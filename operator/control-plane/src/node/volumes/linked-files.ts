import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import { type ContainerFiles, type Mount, serviceAccountPath } from './container-files.ts';

/**
 * Creates the files of a container where mount namespaces are not allowed. Volumes become links in `root`, which stands
 * for `/` of the container, and mount paths in commands and variables are replaced. Paths within a program are not
 * replaced, so a kubeconfig leads to the ServiceAccount token.
 */
export async function createLinkedFiles(
  root: string,
  mounts: readonly Mount[],
  variables: ReadonlyMap<string, string>,
): Promise<ContainerFiles> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  for (const { path, target } of mounts) await link(target, resolveInside(root, path));
  const account = mounts.some(({ path }) => path === serviceAccountPath);
  const text = locate(root, mounts);
  return {
    home: root,
    variables: account ? { KUBECONFIG: await writeKubeconfig(root, variables) } : {},
    async ensureFolder(path) {
      const folder = resolveInside(root, path);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return folder;
    },
    rewritePaths: text,
    run: ([command, ...args], cwd) => ({ command, args, cwd }),
  };
}

/** Returns the path on this machine for a path of a container. `..` never leads out of `root`. */
function resolveInside(root: string, path: string): string {
  return resolve(root, `.${resolve('/', path)}`);
}

async function link(target: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await rm(path, { recursive: true, force: true });
  await symlink(target, path);
}

/** Replaces mount paths, the longest first, wherever a path begins. */
function locate(root: string, mounts: readonly Mount[]): (text: string) => string {
  if (mounts.length === 0) return (text) => text;
  const paths = mounts.map(({ path }) => path.replace(/\/+$/, '')).sort((a, b) => b.length - a.length);
  const pattern = new RegExp(`(?<![\\w./$})-])(?:${paths.map(escapeRegExp).join('|')})(?![\\w.-])`, 'g');
  return (text) => text.replace(pattern, (path) => resolveInside(root, path));
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Writes a kubeconfig for the Pod's ServiceAccount. Clients reload the files of the token and the authority. */
async function writeKubeconfig(root: string, variables: ReadonlyMap<string, string>): Promise<string> {
  const [host = '', port = ''] = ['HOST', 'PORT'].map((name) => variables.get(`KUBERNETES_SERVICE_${name}`));
  const folder = resolveInside(root, serviceAccountPath);
  const cluster = { server: `https://${host}:${port}`, 'certificate-authority': join(folder, 'ca.crt') };
  const path = `${root}.kubeconfig`;
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'cluster', cluster }],
    users: [{ name: 'pod', user: { tokenFile: join(folder, 'token') } }],
    contexts: [{ name: 'pod', context: { cluster: 'cluster', user: 'pod' } }],
    'current-context': 'pod',
  };
  await writeFile(path, JSON.stringify(config), { mode: 0o600 });
  return path;
}
