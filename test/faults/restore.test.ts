import { readFile } from 'node:fs/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ConfigMap } from '../../operator/runtime/src/kinds/index.ts';
import { inParallel } from '../support/in-parallel.ts';
import { startOperator } from '../support/start-operator.ts';
import { type Backup, backUp } from './support/backup.ts';
import { type FaultCluster, startFaultCluster } from './support/fault-cluster.ts';
import { Load, loadSettings, servers } from './support/load.ts';
import { progress } from './support/progress.ts';
import { recovers, type Troubled } from './support/recovers.ts';

/** More than what a control plane writes by itself until all watches are back. */
const writesSince = 3_000;

let cluster: FaultCluster;

beforeAll(async () => {
  cluster = await startFaultCluster();
});

afterAll(async () => {
  await cluster[Symbol.asyncDispose]();
});

/** An operator at rest, with a load of its own. */
async function startTroubled(what: string, settings: Readonly<Record<string, string>>): Promise<Troubled> {
  const load = new Load({ ...cluster, namespace: await cluster.newNamespace(what) }, servers, 12);
  const operator = await startOperator({
    controlPlane: cluster.controlPlane,
    kubeconfigPath: cluster.controlPlane.kubeconfigPath,
    controllers: load.sort.controllers,
    namespaces: [load.namespace],
    election: { namespace: load.namespace, name: 'only' },
    settings: { ...loadSettings, ...settings },
  });
  await operator.ready();
  await load.write();
  await load.atRest(60_000);
  return { operator, load, audit: cluster.audit };
}

/** Lets the resource versions go on. */
async function writeOn(): Promise<void> {
  const configMaps = cluster.client.resource(ConfigMap);
  const metadata = { namespace: 'default', name: 'clock' };
  await configMaps.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata });
  const times = Array.from({ length: writesSince }, (_, time) => String(time));
  await inParallel(times, 20, async (time) => {
    await configMaps.mergePatch(metadata, { data: { time } });
  });
}

/** Backs up what operators have yet to deal with, and lets them. */
async function backUpBeforeIsMended(all: readonly Troubled[]): Promise<Backup> {
  // Of a new spec, and of children that are gone, the operators hear after the backup.
  for (const { operator } of all) operator.signal('SIGSTOP');
  for (const { load } of all) {
    await load.write();
    await load.remove();
  }
  progress('etcd is backed up');
  const backup = await backUp(cluster.controlPlane);
  for (const { operator } of all) operator.signal('SIGCONT');
  for (const { load } of all) {
    await load.atRest(120_000);
    await load.write();
    await load.atRest(120_000);
  }
  await writeOn();
  return backup;
}

describe('operators whose etcd is restored from a backup', () => {
  it('make again what was lost, see what is new, and make nothing twice, with WatchList or without', async () => {
    const ways = [
      { way: 'WatchList', settings: {} },
      { way: 'lists', settings: { WATCH_LIST: 'false' } },
    ];
    const all = await Promise.all(
      ways.map(({ way, settings }) => startTroubled(`restored-${way.toLowerCase()}`, settings)),
    );
    const backup = await backUpBeforeIsMended(all);
    progress('etcd is restored from the backup');
    const answered = Promise.withResolvers<undefined>();
    const restored = backup.restore(() => answered.resolve(undefined)).catch(answered.reject);
    await Promise.all(
      all.map(async (each, index) => {
        const happen = async (over: () => void): Promise<void> => {
          await answered.promise;
          over();
          await restored;
          await each.load.writeOne(each.load.sort.kinds[0], 100);
        };
        const what = `etcd restored from a backup, ${ways[index]?.way ?? ''}`;
        await recovers(each, { what, happen, withinMs: 60_000 });
      }),
    );

    for (const { operator } of all) {
      expect(await readFile(operator.logFile, 'utf8')).toContain('server was set back to an earlier state');
      await operator.stop();
    }
  });
});
