import path from 'node:path';

import { CommandError } from '../report-error.ts';
import { quote } from '../shell.ts';
import { type DevCluster, getReason } from './dev-cluster.ts';

/** Deletes CRDs that an earlier run has installed, with their objects. @returns what was deleted, and how to install them */
export async function uninstall(
  files: readonly string[],
  folder: string,
  { kubectl }: Pick<DevCluster, 'kubectl'>,
): Promise<string> {
  const flags = files.flatMap((file) => ['-f', file]);
  const args = ['delete', '--ignore-not-found', '--timeout=30s', ...flags];
  const deleted = await kubectl(args).catch((cause: unknown) => {
    throw new CommandError('delete the CRDs of --not-installed', getReason(cause), cause);
  });
  const paths = files.map((file) => `-f ${quote(path.relative(folder, file))}`);
  return `${deleted}to install the kinds of --not-installed: kubectl apply --server-side ${paths.join(' ')}`;
}
