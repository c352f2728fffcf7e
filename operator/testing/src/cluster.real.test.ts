import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { type Cluster, startCluster } from './cluster.ts';
import { commandLine, processTable } from './processes/process-table.ts';

/** A busy machine: the start of a cluster is part of each test. */
const timeout = 180_000;
const soon = { timeout: 30_000, interval: 50 };

async function podOf({ controlPlane }: Cluster): Promise<{ name: string; restarts: number; ready: boolean }> {
  const list = JSON.parse(await controlPlane.kubectl(['get', 'pods', '--output=json'])) as {
    items: { metadata: { name: string }; status: { containerStatuses?: { restartCount: number; ready: boolean }[] } }[];
  };
  const [pod] = list.items;
  const status = pod?.status.containerStatuses?.[0];
  return { name: pod?.metadata.name ?? '', restarts: status?.restartCount ?? -1, ready: status?.ready ?? false };
}

test(
  'MC-T7 a cluster that is stopped leaves no process, and continues where it was when it is started again',
  { timeout },
  async () => {
    const stateDirectory = await mkdtemp(join(tmpdir(), 'cluster-'));
    let pid: number | undefined;
    {
      await using cluster = await startCluster({ stateDirectory });
      await cluster.controlPlane.kubectl(['create', 'deployment', 'web', '--image=nginx:1.27']);
      await expect.poll(() => podOf(cluster), soon).toMatchObject({ restarts: 0, ready: true });
      pid = cluster.node.processOf('default', (await podOf(cluster)).name, 'nginx');
      expect(existsSync(`/proc/${String(pid)}`)).toBe(true);
    }
    expect(existsSync(`/proc/${String(pid)}`)).toBe(false);
    {
      await using cluster = await startCluster({ stateDirectory });
      await expect.poll(() => podOf(cluster), soon).toMatchObject({ restarts: 1, ready: true });
    }
    await rm(stateDirectory, { recursive: true });
  },
);

test('an aborted start leaves no process', { timeout }, async () => {
  const stateDirectory = await mkdtemp(join(tmpdir(), 'cluster-'));
  const controller = new AbortController();
  const start = startCluster({ stateDirectory, node: { signal: controller.signal } });
  controller.abort(new Error('called off'));
  await expect(start).rejects.toThrow('called off');
  expect(existsSync(join(stateDirectory, 'audit.log'))).toBe(true);
  const left = (): unknown => processTable().filter(({ pid }) => commandLine(pid)?.includes(stateDirectory));
  await expect.poll(left, soon).toEqual([]);
  await rm(stateDirectory, { recursive: true });
});
