import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, test } from 'vitest';

import { startControlPlane } from './start-control-plane.ts';

test('a control plane with damaged data says which folder to delete, and starts without it', async () => {
  const stateDirectory = await mkdtemp(path.join(tmpdir(), 'damaged-'));
  const etcd = path.join(stateDirectory, 'etcd');
  await mkdir(path.join(etcd, 'member/snap'), { recursive: true });
  await writeFile(path.join(etcd, 'member/snap/db'), 'damaged'.repeat(10_000));
  const options = { stateDirectory, components: { controllerManager: false, scheduler: false, kwok: false } };
  try {
    await expect(startControlPlane(options)).rejects.toThrow(
      new RegExp(`^failed to start etcd: .*\\nIf this recurs, .*: delete ${etcd}, and with it all objects$`, 's'),
    );
    await rm(etcd, { recursive: true });
    await using controlPlane = await startControlPlane(options);
    expect(await controlPlane.kubectl(['get', 'namespaces', '-o', 'name'])).toContain('namespace/default');
  } finally {
    await rm(stateDirectory, { recursive: true });
  }
}, 60_000);
