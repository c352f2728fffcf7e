import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Secret } from '../../operator/runtime/src/kinds/index.ts';
import { type OperatorProcess, type OperatorProcessOptions, startOperator } from '../support/start-operator.ts';
import { until } from '../support/until.ts';
import { makeAccount, tokenOf } from './support/accounts.ts';
import { type FaultCluster, startFaultCluster } from './support/fault-cluster.ts';
import { Load, loadSettings, servers } from './support/load.ts';
import { PodFiles } from './support/pod-files.ts';
import { recovers, type Troubled } from './support/recovers.ts';
import { startStormyProxy } from './support/stormy-proxy.ts';
import { startTcpProxy } from './support/tcp-proxy.ts';

let cluster: FaultCluster;

beforeAll(async () => {
  cluster = await startFaultCluster();
});

afterAll(async () => {
  await cluster[Symbol.asyncDispose]();
});

type Connected = Pick<OperatorProcessOptions, 'kubeconfigPath' | 'election' | 'settings'>;

/** An operator that has a load of its own. */
async function troubled(load: Load, connected: Connected): Promise<Troubled> {
  const operator = await startOperator({
    ...connected,
    controlPlane: cluster.controlPlane,
    controllers: load.sort.controllers,
    namespaces: [load.namespace],
    settings: { ...loadSettings, ...connected.settings },
  });
  return { operator, load, audit: cluster.audit };
}

async function newLoad(what: string): Promise<Load> {
  const load = new Load({ ...cluster, namespace: await cluster.newNamespace(what) }, servers, 12);
  await load.write();
  return load;
}

/** Waits until an operator has come to rest for the first time. */
async function settled({ operator, load }: Troubled): Promise<void> {
  await operator.ready();
  await load.atRest(60_000);
}

describe.concurrent('an operator whose connections', () => {
  // id: fault-2
  it('are reset every 5 s for a minute heals by itself', async () => {
    const load = await newLoad('reset');
    await using proxy = await startTcpProxy(cluster.controlPlane, load.namespace);
    const all = await troubled(load, proxy);
    await settled(all);
    const happen = async (over: () => void): Promise<void> => {
      for (let times = 0; times < 12; times++) {
        proxy.reset();
        await load.write();
        await sleep(5_000);
      }
      over();
      await load.remove();
    };
    await recovers(all, { what: 'TCP reset of all connections, each 5 s for 60 s', happen, withinMs: 60_000 });
    await all.operator.stop();
  });

  // id: fault-9
  it('go silent in the middle of its work finds that, and heals by itself', async () => {
    const load = await newLoad('silent');
    await using proxy = await startTcpProxy(cluster.controlPlane, load.namespace);
    const all = await troubled(load, proxy);
    await settled(all);
    const happen = async (over: () => void): Promise<void> => {
      const writing = load.write();
      await sleep(100);
      proxy.blackHole();
      over();
      await writing;
      await load.remove();
    };
    // A watch is found dead after 55 s at most; what it then tells of comes on top of that.
    await recovers(all, { what: 'every connection goes silent, for good', happen, withinMs: 120_000 });
    await all.operator.stop();
  });

  // id: fault-2
  it.each([429, 500] as const)('are answered with %i for a while heals by itself', async (status) => {
    const load = await newLoad(`storm-${String(status)}`);
    await using proxy = await startStormyProxy(cluster.controlPlane, load.namespace);
    proxy.begin(status);
    // Lists, beside watches and writes.
    const all = await troubled(load, { ...proxy, settings: { WATCH_LIST: 'false' } });
    const served = async (): Promise<boolean> => (await all.operator.samples('workqueue_depth')).length > 0;
    await until('its metrics are served', served);
    const start = async (over: () => void): Promise<void> => {
      await sleep(15_000);
      proxy.end();
      over();
    };
    await recovers(all, {
      what: `3 of 4 requests answered ${String(status)} for 15 s of its start`,
      happen: start,
      withinMs: 60_000,
    });
    const happen = async (over: () => void): Promise<void> => {
      proxy.begin(status);
      await load.write();
      await load.remove();
      await sleep(20_000);
      proxy.end();
      over();
    };
    await recovers(all, { what: `3 of 4 requests answered ${String(status)} for 20 s`, happen, withinMs: 60_000 });
    // Once a second on average: no storm of ours on top of it.
    expect(proxy.mostRefused).toBeLessThanOrEqual(35);
    await all.operator.stop();
  });
});

describe.concurrent('an operator whose token', () => {
  it('no longer counts goes on with the one that takes its place', async () => {
    const load = await newLoad('token');
    const { client, controlPlane } = cluster;
    const account = { namespace: load.namespace, name: 'operator' };
    await makeAccount(client, account);
    const bound = await client.resource(Secret).create({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { namespace: load.namespace, name: 'bound' },
    });
    const files = new PodFiles(controlPlane, load.namespace);
    await files.write(load.namespace, await tokenOf(client, account, bound.metadata));
    const election = { namespace: load.namespace, name: 'only' };
    const all = await troubled(load, { election, settings: files.settings });
    await settled(all);
    const happen = async (over: () => void): Promise<void> => {
      await client.resource(Secret).delete(bound.metadata, { propagation: 'Background' });
      await until('the token no longer counts', () => isRefused(all.operator));
      await load.write();
      await load.remove();
      await sleep(15_000);
      await files.replaceToken(await tokenOf(client, account));
      over();
    };
    await recovers(all, { what: 'token refused for 15 s, then replaced', happen, withinMs: 60_000 });
    await all.operator.stop();
  });
});

/** Whether a call of an operator was answered with 401. */
async function isRefused(operator: OperatorProcess): Promise<boolean> {
  return (await operator.samples('rest_client_requests_total', '401')).some((count) => count > 0);
}
