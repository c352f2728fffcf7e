import { readdir, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';

import { expect, it } from 'vitest';

import { Deployment, Pod } from '../../../operator/runtime/src/kinds/index.ts';
import { Memcached } from '../../../operator/src/kubewright.ts';
import type { ImageProgram } from '../../../operator/testing/src/index.ts';
import { defaultImages } from '../../../operator/testing/src/index.ts';
import { installOperator } from '../../support/install-operator.ts';
import { applyManifests, readManifests } from '../../support/manifests.ts';
import { startTestCluster } from '../../support/test-cluster.ts';
import { until } from '../../support/until.ts';
import type { Unpacked } from './unpacked.ts';

/** Runs the operator and the pet store from the unpacked layers, on a control plane. */
export function testPods(unpacked: () => Unpacked): void {
  it('reconciles as a Pod, with only the files of the image', async () => {
    const image = unpacked();
    await using started = await startTestCluster({ node: { images: [toImageProgram(image), ...defaultImages] } });
    const { client } = started;
    await applyManifests(client, readManifests('embedded', 'crds'));
    const operator = await until('the CRDs are served', () =>
      installOperator({ client, namespace: 'image', controllers: ['memcached'] }),
    );
    const key = { namespace: 'default', name: 'cache' };
    await client.resource(Memcached).create({
      apiVersion: 'cache.example.com/v1alpha1',
      kind: 'Memcached',
      metadata: key,
      spec: { size: 2, containerPort: 11211 },
    });
    await until('the Memcached has its Pods', async () => {
      const { status } = await client.resource(Deployment).get(key);
      return status?.readyReplicas === 2;
    });
    const [pod] = await operator.pods();
    expect(pod?.spec.nodeName).toBe('processes');
    const mapped = await listAllMappedFiles(image.root);
    expect(mapped.some((file) => file.endsWith('/libstdc++.so.6'))).toBe(true);
    expect(mapped.filter((file) => !file.startsWith(`${image.root}/`))).toEqual([]);
  });

  it('has the command of the pet store', async () => {
    const image = unpacked();
    await using started = await startTestCluster({ node: { images: [toImageProgram(image), ...defaultImages] } });
    const { client } = started;
    await applyManifests(client, readManifests('embedded', 'pet-store'));
    const namespace = 'petstore';
    const pod = await until('the store is ready', async () => {
      const { items } = await client.resource(Pod).list({ namespace });
      return items.find(({ status }) =>
        status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True'),
      );
    });
    expect(pod.spec.nodeName).toBe('processes');
    const mapped = await listAllMappedFiles(image.root);
    expect(mapped.some((file) => file.endsWith('/bin/node'))).toBe(true);
    expect(mapped.filter((file) => !file.startsWith(`${image.root}/`))).toEqual([]);
  });
}

/** Runs the image with its own dynamic loader: the kernel would use the loader of this machine. */
function toImageProgram({ root, config }: Unpacked): ImageProgram {
  const { Entrypoint: [node = '', ...args] = [], Env: env = [] } = config.config ?? {};
  const [loader, libraries] = getLoader(config.architecture);
  const start = [path.join(root, loader), '--library-path', path.join(root, libraries), path.join(root, node)];
  const inRoot = (text: string): string => (text.startsWith('/') ? path.join(root, text) : text);
  const variables = env.map((text) => text.split('=', 2)).filter(([name]) => name !== 'PATH');
  return {
    match: 'ghcr.io/kubewright/operator',
    program: () => ({
      command: [...start, ...args.map(inRoot)],
      executables: { petstore: [...start, path.join(root, 'usr/local/bin/petstore')] },
      env: Object.fromEntries(variables) as Record<string, string>,
    }),
  };
}

function getLoader(architecture: string): readonly [loader: string, libraries: string] {
  return architecture === 'amd64'
    ? ['lib64/ld-linux-x86-64.so.2', 'lib/x86_64-linux-gnu']
    : ['lib/ld-linux-aarch64.so.1', 'lib/aarch64-linux-gnu'];
}

/** The files in a folder that processes have mapped into memory: programs, libraries, data. */
async function listAllMappedFiles(root: string): Promise<readonly string[]> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const files = await Promise.all(
    processes.map(async (pid) => {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      return command.startsWith(`${root}/`) ? listMappedFiles(pid) : [];
    }),
  );
  return [...new Set(files.flat())];
}

/**
 * The files that a process has mapped, as paths of this machine. A Pod has its own root, which mounts the machine's
 * folders, or links to them below `/.machine`.
 */
async function listMappedFiles(pid: string): Promise<readonly string[]> {
  const own = (await readlink(`/proc/${pid}/root`)).replace(/\/$/, '');
  const maps = await readFile(`/proc/${pid}/maps`, 'utf8');
  const files = maps.matchAll(/^\S+ \S+ \S+ \S+ [1-9]\d*\s+(\/.*)$/gm);
  return [...files].map(([, file = '']) => {
    return file.startsWith(`${own}/`) ? file.slice(own.length).replace(/^\/\.machine\//, '/') : file;
  });
}
