import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { getDockerFolder, tryReadCredentials } from './credentials.ts';

let folder: string;
const toBase64 = (text: string): string => Buffer.from(text).toString('base64');
const write = (text: string): Promise<void> => writeFile(path.join(folder, 'config.json'), text);

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'docker-'));
});

afterEach(() => rm(folder, { recursive: true }));

test('the folder defaults to that of Docker', () => {
  expect(getDockerFolder({ HOME: '/users/me' })).toBe('/users/me/.docker');
  expect(getDockerFolder({ HOME: '/users/me', DOCKER_CONFIG: '/etc/docker' })).toBe('/etc/docker');
});

test('each registry gets only its own credentials', async () => {
  const auths = {
    'ghcr.io': { auth: toBase64('me:pass:word') },
    'https://index.docker.io/v1/': { auth: toBase64('hub:secret') },
    'empty.example.com': {},
  };
  await write(JSON.stringify({ auths, credsStore: 'desktop' }));
  expect(await tryReadCredentials(folder, 'ghcr.io')).toEqual({ username: 'me', password: 'pass:word' });
  expect(await tryReadCredentials(folder, 'docker.io')).toEqual({ username: 'hub', password: 'secret' });
  expect(await tryReadCredentials(folder, 'empty.example.com')).toBeUndefined();
  expect(await tryReadCredentials(folder, 'ghcr.io.example.com')).toBeUndefined();
});

test('credentials are absent without the file', async () => {
  expect(await tryReadCredentials(folder, 'ghcr.io')).toBeUndefined();
});

test.each([
  '{"auths": {"ghcr.io": {"auth": "c2VjcmV0"',
  JSON.stringify({ auths: { 'ghcr.io': { auth: toBase64('secret') } } }),
])('an error does not quote the file: %s', async (text) => {
  await write(text);
  const error: unknown = await tryReadCredentials(folder, 'ghcr.io').catch((reason: unknown) => reason);
  expect(String(error)).toContain('docker login');
  expect(JSON.stringify(error) + String(error)).not.toMatch(/secret|c2VjcmV0/);
  expect((error as Error).cause).toBeUndefined();
});
