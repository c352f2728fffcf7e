import { expect, test } from 'vitest';

import { binariesDirectory, cacheRoot, type Host } from './pins.ts';

const linux: Host = { platform: 'linux', arch: 'x64', env: { HOME: '/home/ada' } };
const pins = { kubernetes: '1.36.4', etcd: '3.6.14', kwok: '0.8.0', go: '1.26', hash: 'abc' };

test.each<[string, Host]>([
  ['/home/ada/.cache/kubewright', linux],
  ['/xdg/kubewright', { ...linux, env: { ...linux.env, XDG_CACHE_HOME: '/xdg' } }],
  ['/home/ada/Library/Caches/kubewright', { ...linux, platform: 'darwin' }],
  ['/mine', { ...linux, env: { ...linux.env, XDG_CACHE_HOME: '/xdg', KUBEWRIGHT_CACHE: '/mine' } }],
])('the cache is %s', (expected, host) => {
  expect(cacheRoot(host)).toBe(expected);
});

test('versions, platforms and module files do not share a folder', () => {
  const directories = [
    binariesDirectory(pins, linux),
    binariesDirectory({ ...pins, kubernetes: '1.36.5' }, linux),
    binariesDirectory({ ...pins, hash: 'abd' }, linux),
    binariesDirectory(pins, { ...linux, arch: 'arm64' }),
    binariesDirectory(pins, {
      ...linux,
      platform: 'darwin',
      env: { ...linux.env, KUBEWRIGHT_CACHE: cacheRoot(linux) },
    }),
  ];
  expect(new Set(directories).size).toBe(directories.length);
  expect(directories[0]).toBe('/home/ada/.cache/kubewright/control-plane/1.36.4-linux-x64-abc');
});
