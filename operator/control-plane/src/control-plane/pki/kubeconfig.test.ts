import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { KubeConfig } from '@kubernetes/client-node';
import { beforeAll, expect, test } from 'vitest';

import { writeKubeconfig } from './kubeconfig.ts';
import { openPki, type Pki } from './pki.ts';
import { useTemporaryFolder } from '../../../fixtures/temporary-folder.ts';

let root = '';
useTemporaryFolder((path) => void (root = path), 'all');
let pki: Pki;
beforeAll(async () => {
  pki = await openPki(join(root, 'pki'));
});

test('a kubeconfig needs no other file and only its owner can read it', async () => {
  const path = join(root, 'admin.kubeconfig');
  await writeKubeconfig(path, { pki, client: 'admin', server: 'https://127.0.0.1:1' });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const config = new KubeConfig();
  config.loadFromFile(path);
  expect(config.getCurrentCluster()).toMatchObject({ server: 'https://127.0.0.1:1', skipTLSVerify: false });
  const decoded = Buffer.from(config.getCurrentUser()?.certData ?? '', 'base64').toString();
  expect(decoded).toBe(await readFile(pki.clients.admin.certificate, 'utf8'));
  expect(await readFile(path, 'utf8')).not.toContain(root);
});
