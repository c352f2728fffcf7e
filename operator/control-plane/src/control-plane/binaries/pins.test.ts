import { expect, test } from 'vitest';

import { binariesDirectory, cacheRoot, type Host, listVersions, moduleDirectory, parsePins, readPins } from './pins.ts';

const goMod = `module example
go 1.26.0
require (
	go.etcd.io/etcd/client/v3 v3.5.0 // indirect
	go.etcd.io/etcd/server/v3 v3.6.14 // indirect
	k8s.io/kubernetes v1.36.4 // indirect
	sigs.k8s.io/kwok v0.8.0 // indirect
)
replace k8s.io/api => k8s.io/api v0.36.4
`;

test('go.mod determines the versions', () => {
  expect(parsePins(goMod, '')).toMatchObject({ kubernetes: '1.36.4', etcd: '3.6.14', kwok: '0.8.0', go: '1.26' });
});

test('any change of go.mod or go.sum leads to another set of binaries', () => {
  const hashes = [parsePins(goMod, 'a'), parsePins(goMod, 'b'), parsePins(`${goMod}\n`, 'a')].map(({ hash }) => hash);
  expect(new Set(hashes).size).toBe(3);
  expect(parsePins(goMod, 'a').hash).toBe(hashes[0]);
});

test('a go.mod without one of the modules is rejected with the name of that module', () => {
  expect(() => parsePins(goMod.replace('sigs.k8s.io/kwok', 'sigs.k8s.io/other'), '')).toThrow('sigs.k8s.io/kwok');
});

test('each listed version has pins of its own, with the same etcd and kwok', async () => {
  const versions = await listVersions();
  expect(versions).toEqual(['1.34', '1.35', '1.36', '1.37']);
  const all = await Promise.all(versions.map((version) => readPins(moduleDirectory, version)));
  expect(all.map(({ kubernetes }) => kubernetes.replace(/\.\d+$/, ''))).toEqual(versions);
  expect(new Set(all.map(({ hash }) => hash)).size).toBe(versions.length);
  expect(new Set(all.map(({ etcd, kwok }) => `${etcd} ${kwok}`)).size).toBe(1);
  expect(await readPins(moduleDirectory, all[0]?.kubernetes)).toEqual(all[0]);
});

test('an unknown version is an error with the known ones', async () => {
  await expect(readPins(moduleDirectory, '1.20')).rejects.toThrow(
    /failed to run Kubernetes 1\.20: use one of 1\.34\.\d+, 1\.35\.\d+, 1\.36\.\d+, 1\.37\.\d+, or set KUBEBUILDER_ASSETS/,
  );
});

const linux: Host = { platform: 'linux', arch: 'x64', env: { HOME: '/home/ada' } };
const somePins = { kubernetes: '1.36.4', etcd: '3.6.14', kwok: '0.8.0', go: '1.26', hash: 'abc' };

test.each<[string, Host]>([
  ['/home/ada/.cache/kubewright', linux],
  ['/xdg/kubewright', { ...linux, env: { ...linux.env, XDG_CACHE_HOME: '/xdg' } }],
  ['/home/ada/Library/Caches/kubewright', { ...linux, platform: 'darwin' }],
  ['/mine', { ...linux, env: { ...linux.env, XDG_CACHE_HOME: '/xdg', KUBEWRIGHT_CACHE: '/mine' } }],
])('the cache is %s', (expected, host) => {
  expect(cacheRoot(host)).toBe(expected);
});

test('each version, platform and set of module files has a separate folder', () => {
  const directories = [
    binariesDirectory(somePins, linux),
    binariesDirectory({ ...somePins, kubernetes: '1.36.5' }, linux),
    binariesDirectory({ ...somePins, hash: 'abd' }, linux),
    binariesDirectory(somePins, { ...linux, arch: 'arm64' }),
    binariesDirectory(somePins, {
      ...linux,
      platform: 'darwin',
      env: { ...linux.env, KUBEWRIGHT_CACHE: cacheRoot(linux) },
    }),
  ];
  expect(new Set(directories).size).toBe(directories.length);
  expect(directories[0]).toBe('/home/ada/.cache/kubewright/control-plane/1.36.4-linux-x64-abc');
});
