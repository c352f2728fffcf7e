import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import type { ConfigMap, PersistentVolumeClaim, Secret, Volume, VolumeMount } from '@kubewright/runtime/kinds';
import type { PersistentVolume } from '../../claim-folders.ts';
import { buildPod } from '../../../fixtures/pod-fixture.ts';
import { createPodVolumes, type PodVolumes } from './pod-volumes.ts';

let folder: string;
let disk: string;
const content: Record<string, Record<string, string>> = {};
const { metadata } = buildPod();
const toBase64 = (text: string): string => Buffer.from(text).toString('base64');

const sources = {
  getConfigMap: async (name: string): Promise<ConfigMap | undefined> =>
    content[name] && { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: content[name] },
  getSecret: async (name: string): Promise<Secret | undefined> => {
    const entries = Object.entries(content[name] ?? {}).map(([key, text]) => [key, toBase64(text)]);
    return { apiVersion: 'v1', kind: 'Secret', metadata, data: Object.fromEntries(entries) as Record<string, string> };
  },
  requestToken: async ({ audience }: { audience?: string }) => `token for ${audience ?? 'the API server'}`,
  claim: async (name: string): Promise<PersistentVolumeClaim> => ({
    ...{ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { ...metadata, name } },
    ...{ spec: { volumeName: 'pv' }, status: { phase: 'Bound' } },
  }),
  getVolume: async (): Promise<PersistentVolume> => ({
    ...{ apiVersion: 'v1', kind: 'PersistentVolume', metadata, spec: { hostPath: { path: disk } } },
  }),
};
const place = {
  podIP: '10.9.8.7',
  hostIP: '10.9.8.1',
  allocatable: { cpu: '8', memory: '16Gi', 'ephemeral-storage': '1Gi' },
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'volumes-'));
  disk = join(folder, '..', `${basename(folder)}-disk`);
  content['settings'] = { a: '1', b: '2' };
  content['keys'] = { 'tls.crt': 'certificate', 'tls.key': 'key' };
});
afterEach(async () => {
  for (const path of [folder, disk]) await rm(path, { recursive: true, force: true });
});

interface Mounted {
  readonly volumes: PodVolumes;
  readonly root: string;
  text(path: string): Promise<string>;
  sync(): Promise<readonly unknown[]>;
}

async function mountVolume(volume: Omit<Volume, 'name'>, mounts: readonly VolumeMount[]): Promise<Mounted> {
  const pod = buildPod({ metadata: { labels: { app: 'x' } }, spec: { volumes: [{ name: 'v', ...volume }] } });
  const volumes = createPodVolumes(folder, { place, sources, hasNamespaces: false });
  const failures = await volumes.sync(pod);
  if (failures[0]) throw failures[0];
  const { home: root } = await volumes.mount({ name: 'main', volumeMounts: mounts }, new Map([['POD', 'pod-1']]));
  return { volumes, root, text: (path) => readFile(join(root, path), 'utf8'), sync: () => volumes.sync(pod) };
}
const buildMounts = (mountPath: string): VolumeMount[] => [{ name: 'v', mountPath }];

test('a projected volume contains the files of all its sources', async () => {
  const { text } = await mountVolume(
    {
      projected: {
        sources: [
          { serviceAccountToken: { path: 'token' } },
          { serviceAccountToken: { path: 'deep/vault', audience: 'vault' } },
          { configMap: { name: 'settings', items: [{ key: 'a', path: 'ca.crt' }] } },
          { secret: { name: 'keys' } },
          { downwardAPI: { items: [{ path: 'namespace', fieldRef: { fieldPath: 'metadata.namespace' } }] } },
        ],
      },
    },
    buildMounts('/var/run/secrets'),
  );
  expect(await text('/var/run/secrets/token')).toBe('token for the API server');
  expect(await text('/var/run/secrets/deep/vault')).toBe('token for vault');
  expect(await text('/var/run/secrets/ca.crt')).toBe('1');
  expect(await text('/var/run/secrets/tls.key')).toBe('key');
  expect(await text('/var/run/secrets/namespace')).toBe('default');
});

test.each([
  { volume: { secret: { secretName: 'keys' } }, file: 'tls.key', expected: 'key' },
  { volume: { configMap: { name: 'settings' } }, file: 'b', expected: '2' },
  {
    volume: { downwardAPI: { items: [{ path: 'l', fieldRef: { fieldPath: 'metadata.labels' } }] } },
    file: 'l',
    expected: 'app="x"',
  },
])('the file $file of a volume can be read below its mount path', async ({ volume, file, expected }) => {
  const { text } = await mountVolume(volume, buildMounts('/etc/app'));
  expect(await text(`/etc/app/${file}`)).toBe(expected);
});

test('files and folders are accessible to their owner only', async () => {
  const { root } = await mountVolume({ secret: { secretName: 'keys' } }, buildMounts('/etc/app'));
  expect((await stat(join(root, 'etc/app/tls.key'))).mode & 0o777).toBe(0o600);
  for (const path of ['etc/app/..data/', 'etc/app/', '']) {
    expect((await stat(join(root, path))).mode & 0o777).toBe(0o700);
  }
});

test('changed files are replaced, and files removed from the source are deleted', async () => {
  const { root, text, sync } = await mountVolume({ configMap: { name: 'settings' } }, buildMounts('/etc/app'));
  content['settings'] = { b: 'changed', c: 'new' };
  await sync();
  expect(await text('/etc/app/b')).toBe('changed');
  expect((await readdir(join(root, 'etc/app'))).filter((name) => !name.startsWith('..'))).toEqual(['b', 'c']);
  expect((await readdir(join(root, 'etc/app'))).filter((name) => name.startsWith('..content'))).toHaveLength(1);
});

test('an unchanged file is not written', async () => {
  const { root, sync } = await mountVolume({ configMap: { name: 'settings' } }, buildMounts('/etc/app'));
  const before = await stat(join(root, 'etc/app/..data/'));
  await sync();
  expect((await stat(join(root, 'etc/app/..data/'))).ino).toBe(before.ino);
});

test('an emptyDir outlives the restart of its container', async () => {
  const { volumes, root } = await mountVolume({ emptyDir: {} }, buildMounts('/cache'));
  await writeFile(join(root, 'cache/x'), 'kept');
  const again = await volumes.mount({ name: 'main', volumeMounts: buildMounts('/cache') }, new Map());
  expect(await readFile(join(again.home, 'cache/x'), 'utf8')).toBe('kept');
});

test('a subPath of a volume is mounted, also below another volume', async () => {
  const { text } = await mountVolume({ configMap: { name: 'settings' } }, [
    { name: 'v', mountPath: '/etc/app/one', subPath: 'a' },
    { name: 'v', mountPath: '/etc/$(x)', subPath: 'b' },
  ]);
  expect(await text('/etc/app/one')).toBe('1');
  expect(await text('/etc/$(x)')).toBe('2');
});

test('a subPathExpr expands variables', async () => {
  const mounts = (subPathExpr: string): VolumeMount[] => [{ name: 'v', mountPath: '/data', subPathExpr }];
  await mountVolume({ emptyDir: {} }, mounts('$(POD)'));
  expect(await readdir(join(folder, 'volumes/v'))).toEqual(['pod-1']);
});

test('a subPath that points outside its volume is an error', async () => {
  const mounts = [{ name: 'v', mountPath: '/data', subPath: '../x' }];
  await expect(mountVolume({ emptyDir: {} }, mounts)).rejects.toThrow('points outside its volume');
});

/** The volume of the claim `data`, which outlives the Pod. */
const claimed = { persistentVolumeClaim: { claimName: 'data' } };

test('the folder of a claim outlives the Pod, and its subPaths can be mounted', async () => {
  const { volumes, root, text } = await mountVolume(claimed, [
    { name: 'v', mountPath: '/all' },
    { name: 'v', mountPath: '/part', subPath: 'a/b' },
  ]);
  await writeFile(join(root, 'part/x'), 'kept');
  expect(await text('/all/a/b/x')).toBe('kept');
  await volumes.remove();
  expect(await readFile(join(disk, 'a/b/x'), 'utf8')).toBe('kept');
});

test('a mount inside a volume that outlives the Pod is an error: it would change the volume', async () => {
  const mounts = [
    { name: 'v', mountPath: '/data/lost+found', subPath: 'x' },
    { name: 'v', mountPath: '/data/' },
  ];
  await mkdir(join(disk, 'lost+found'), { recursive: true });
  const why = 'volume "v" cannot be mounted inside volume "v" at /data/lost+found';
  await expect(mountVolume(claimed, mounts)).rejects.toThrow(why);
  expect(await readdir(disk)).toEqual(['lost+found']);
});

test.each([
  [{ configMap: { name: 'none' } }, 'configmap "none" not found'],
  [{ configMap: { name: 'settings', items: [{ key: 'x', path: 'x' }] } }, 'configmap "settings" has no key x'],
  [{ nfs: { server: 'a', path: '/' } }, 'nfs volumes are not supported by this node'],
  [
    { csi: { driver: 'x.csi.dev' } },
    'kubernetes.io/csi: driver name x.csi.dev not found in the list of registered CSI drivers',
  ],
  [{ hostPath: { path: '/' } }, 'hostPath volumes are not supported by this node'],
  [
    { projected: { sources: [{ clusterTrustBundle: { path: 'x' } }] } },
    'projection of clusterTrustBundle is not supported by this node',
  ],
  [{ downwardAPI: { items: [{ path: 'x', fieldRef: { fieldPath: 'x' } }] } }, 'unsupported fieldPath: x'],
])('%j cannot be mounted', async (volume, message) => {
  const note = `MountVolume.SetUp failed for volume "v" : ${message}`;
  await expect(mountVolume(volume, [])).rejects.toThrow(note);
});

test('an optional source that is missing leaves the volume empty', async () => {
  const { root } = await mountVolume({ configMap: { name: 'none', optional: true } }, buildMounts('/etc/app'));
  expect((await readdir(join(root, 'etc/app'))).filter((name) => !name.startsWith('..'))).toEqual([]);
});
