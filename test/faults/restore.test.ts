import { readFile } from 'node:fs/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { buildPath } from '../../operator/runtime/src/client/index.ts';
import { ConfigMap } from '../../operator/runtime/src/kinds/index.ts';
import { mapParallel } from '../support/map-parallel.ts';
import { startOperator } from '../support/start-operator.ts';
import { type Backup, backUp } from './support/backup.ts';
import { expectRecovery, type FaultFixture } from './support/expect-recovery.ts';
import { type FaultCluster, startFaultCluster } from './support/fault-cluster.ts';
import { Load, loadSettings, servers } from './support/load.ts';
import { printProgress } from './support/progress.ts';

/** Number of revisions: more than a control plane writes until all watches are open again. */
const revisions = 3_000;
/** Number of ConfigMaps that are created one by one, and then deleted with one request. */
const atOnce = 500;

let cluster: FaultCluster;

beforeAll(async () => {
  cluster = await startFaultCluster();
});

afterAll(async () => {
  await cluster[Symbol.asyncDispose]();
});

/** Starts an operator with its own load, and waits until the load is up to date. */
async function startFixture(what: string, settings: Readonly<Record<string, string>>): Promise<FaultFixture> {
  const load = new Load({ ...cluster, namespace: await cluster.newNamespace(what) }, servers, 8);
  const operator = await startOperator({
    controlPlane: cluster.controlPlane,
    kubeconfigPath: cluster.controlPlane.kubeconfigPath,
    controllers: load.type.controllers,
    namespaces: [load.namespace],
    election: { namespace: load.namespace, name: 'only' },
    settings: { ...loadSettings, ...settings },
  });
  await operator.ready();
  await load.writeAll();
  await load.waitUntilUpToDate(120_000);
  return { operator, load, audit: cluster.audit };
}

/** Writes so many revisions that the resource versions after the restore stay below those before. */
async function advanceResourceVersions(): Promise<void> {
  const { client } = cluster;
  const namespace = await cluster.newNamespace('revisions');
  const names = Array.from({ length: atOnce }, (_, index) => `revision-${String(index)}`);
  for (let written = 0; written < revisions; written += 2 * atOnce) {
    await mapParallel(names, 20, (name) =>
      client.resource(ConfigMap).create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace, name } }),
    );
    // One request deletes all ConfigMaps, which takes one revision for each.
    const { status } = await client.transport.call({ method: 'DELETE', path: buildPath(ConfigMap, { namespace }) });
    expect(status).toBe(200);
  }
}

/**
 * Backs up etcd while stopped operators have changes that they have not handled; then lets them handle these and more
 * changes.
 */
async function backUpUnfinished(all: readonly FaultFixture[]): Promise<Backup> {
  // The operators see the following new specs and deleted children only after the backup.
  for (const { operator } of all) operator.signal('SIGSTOP');
  for (const { load } of all) {
    await load.writeAll();
    await load.deleteSome();
  }
  printProgress('etcd is backed up');
  const backup = await backUp(cluster);
  for (const { operator } of all) operator.signal('SIGCONT');
  for (const { load } of all) {
    await load.waitUntilUpToDate(120_000);
    await load.writeAll();
    await load.waitUntilUpToDate(120_000);
  }
  await advanceResourceVersions();
  return backup;
}

describe('operators whose etcd is restored from a backup', () => {
  it('recreate lost children, reconcile new objects, and create nothing twice, with and without WatchList', async () => {
    const ways = [
      { way: 'WatchList', settings: {} },
      { way: 'lists', settings: { WATCH_LIST: 'false' } },
    ];
    const all = await Promise.all(
      ways.map(({ way, settings }) => startFixture(`restored-${way.toLowerCase()}`, settings)),
    );
    const backup = await backUpUnfinished(all);
    printProgress('etcd is restored from the backup');
    const answered = Promise.withResolvers<undefined>();
    const restored = backup.restore(() => answered.resolve(undefined)).catch(answered.reject);
    await Promise.all(
      all.map(async (each, index) => {
        const cause = async (ended: () => void): Promise<void> => {
          await answered.promise;
          ended();
          await restored;
          await each.load.writeOne(each.load.type.kinds[0], 100);
        };
        const name = `etcd restored from a backup, ${ways[index]?.way ?? ''}`;
        await expectRecovery(each, { name, cause, withinMs: 60_000 });
      }),
    );

    for (const { operator } of all) {
      expect(await readFile(operator.logFile, 'utf8')).toContain('server was restored to an earlier state');
      await operator.stop();
    }
  });
});
