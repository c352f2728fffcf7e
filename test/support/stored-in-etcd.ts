import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import type { KubeObject } from '../../operator/runtime/src/base/index.ts';
import { openServerClient } from '../../operator/control-plane/src/control-plane/server-client.ts';
import type { ControlPlane } from '../../operator/testing/src/index.ts';

/** Reads the custom resources of a kind from etcd. Each has the version in which it is stored. */
export async function readFromEtcd(
  { directory }: Pick<ControlPlane, 'directory'>,
  { group, plural }: { readonly group: string; readonly plural: string },
): Promise<readonly KubeObject[]> {
  const files = (name: string) => ({
    certificate: path.join(directory, 'pki', `${name}.crt`),
    key: path.join(directory, 'pki', `${name}.key`),
  });
  await using client = await openServerClient(files('etcd-ca'), files('etcd-client'));
  // The range ends before `0`, which is the character after `/`.
  const [key, range_end] = ['/', '0'].map((end) => encodeKey(`/registry/${group}/${plural}${end}`));
  const body = { key, range_end };
  const { status, text } = await client.call(`${await etcdUrl(directory)}/v3/kv/range`, { method: 'POST', body });
  if (status !== 200) throw new Error(`etcd answered ${String(status)}: ${text}`);
  const { kvs = [] } = JSON.parse(text) as { readonly kvs?: readonly { readonly value: string }[] };
  return kvs.map(({ value }) => JSON.parse(Buffer.from(value, 'base64').toString()) as KubeObject);
}

/** Finds etcd's URL in the command line of the API server. */
async function etcdUrl(directory: string): Promise<string> {
  for (const id of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const line = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
    const found = line.includes(directory) ? /--etcd-servers=([^\0]+)/.exec(line)?.[1] : undefined;
    if (found !== undefined) return found;
  }
  throw new Error('the API server of this control plane is not running');
}

function encodeKey(text: string): string {
  return Buffer.from(text).toString('base64');
}
