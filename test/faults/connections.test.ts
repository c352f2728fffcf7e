import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Secret } from '../../operator/runtime/src/kinds/index.ts';
import { type OperatorProcess, type OperatorProcessOptions, startOperator } from '../support/start-operator.ts';
import { until } from '../support/until.ts';
import { createAccount, requestToken } from '../support/accounts.ts';
import { startErrorProxy } from './support/error-proxy.ts';
import { expectRecovery, type FaultFixture } from './support/expect-recovery.ts';
import { type FaultCluster, startFaultCluster } from './support/fault-cluster.ts';
import { Load, loadSettings, servers } from './support/load.ts';
import { startTcpProxy } from './support/tcp-proxy.ts';
import { TokenFile } from './support/token-file.ts';

let cluster: FaultCluster;

beforeAll(async () => {
  cluster = await startFaultCluster();
});

afterAll(async () => {
  await cluster[Symbol.asyncDispose]();
});

type Connection = Pick<OperatorProcessOptions, 'kubeconfigPath' | 'election' | 'settings'>;

async function startFixture(load: Load, connection: Connection): Promise<FaultFixture> {
  const operator = await startOperator({
    ...connection,
    controlPlane: cluster.controlPlane,
    controllers: load.type.controllers,
    namespaces: [load.namespace],
    settings: { ...loadSettings, ...connection.settings },
  });
  return { operator, load, audit: cluster.audit };
}

async function createLoad(what: string): Promise<Load> {
  const load = new Load({ ...cluster, namespace: await cluster.newNamespace(what) }, servers, 8);
  await load.writeAll();
  return load;
}

async function awaitFirstUpToDate({ operator, load }: FaultFixture): Promise<void> {
  await operator.ready();
  await load.waitUntilUpToDate(120_000);
}

describe.concurrent('an operator', () => {
  // id: fault-2
  it('recovers if all its connections are reset every 5 s for a minute', async () => {
    const load = await createLoad('reset');
    await using proxy = await startTcpProxy(cluster.controlPlane, load.namespace);
    const fixture = await startFixture(load, proxy);
    await awaitFirstUpToDate(fixture);
    const cause = async (ended: () => void): Promise<void> => {
      for (let times = 0; times < 12; times++) {
        proxy.reset();
        await load.writeAll();
        await sleep(5_000);
      }
      ended();
      await load.deleteSome();
    };
    await expectRecovery(fixture, { name: 'TCP reset of all connections, each 5 s for 60 s', cause, withinMs: 60_000 });
    await fixture.operator.stop();
  });

  // id: fault-9
  it('closes its connections if they go silent while it works, and recovers', async () => {
    const load = await createLoad('silent');
    await using proxy = await startTcpProxy(cluster.controlPlane, load.namespace);
    const fixture = await startFixture(load, proxy);
    await awaitFirstUpToDate(fixture);
    const cause = async (ended: () => void): Promise<void> => {
      const writing = load.writeAll();
      await sleep(100);
      proxy.blackHole();
      ended();
      await writing;
      await load.deleteSome();
    };
    // A silent watch is detected after at most 55 s. The operator then needs time for the changes that it missed.
    await expectRecovery(fixture, { name: 'every connection goes silent, for good', cause, withinMs: 120_000 });
    await fixture.operator.stop();
  });

  // id: fault-2
  it.each([429, 500] as const)('recovers if most of its requests are answered with %i for a while', async (status) => {
    const load = await createLoad(`errors-${String(status)}`);
    await using proxy = await startErrorProxy(cluster.controlPlane, load.namespace);
    proxy.startErrors(status);
    // Without WatchList, so that the proxy rejects lists as well.
    const fixture = await startFixture(load, { ...proxy, settings: { WATCH_LIST: 'false' } });
    const isServed = async (): Promise<boolean> => (await fixture.operator.samples('workqueue_depth')).length > 0;
    await until('its metrics are served', isServed);
    const causeAtStart = async (ended: () => void): Promise<void> => {
      await sleep(15_000);
      proxy.stopErrors();
      ended();
    };
    await expectRecovery(fixture, {
      name: `3 of 4 requests answered ${String(status)} for 15 s of its start`,
      cause: causeAtStart,
      withinMs: 60_000,
    });
    const cause = async (ended: () => void): Promise<void> => {
      proxy.startErrors(status);
      await load.writeAll();
      await load.deleteSome();
      await sleep(20_000);
      proxy.stopErrors();
      ended();
    };
    await expectRecovery(fixture, {
      name: `3 of 4 requests answered ${String(status)} for 20 s`,
      cause,
      withinMs: 60_000,
    });
    // At most one retry per second and object on average, so that retries do not overload the server.
    expect(proxy.mostRejected).toBeLessThanOrEqual(35);
    await fixture.operator.stop();
  });
});

describe.concurrent('an operator with a revoked token', () => {
  it('recovers once the token file has a new token', async () => {
    const load = await createLoad('token');
    const { client, controlPlane } = cluster;
    const account = { namespace: load.namespace, name: 'operator' };
    await createAccount(client, account);
    const bound = await client.resource(Secret).create({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { namespace: load.namespace, name: 'bound' },
    });
    const files = new TokenFile(controlPlane, load.namespace);
    await files.write(await requestToken(client, account, bound.metadata));
    const election = { namespace: load.namespace, name: 'only' };
    const fixture = await startFixture(load, { election, kubeconfigPath: files.kubeconfigPath });
    await awaitFirstUpToDate(fixture);
    const cause = async (ended: () => void): Promise<void> => {
      await client.resource(Secret).delete(bound.metadata, { propagation: 'Background' });
      await until('the API server rejects the token', () => isRejected(fixture.operator));
      await load.writeAll();
      await load.deleteSome();
      await sleep(15_000);
      await files.replaceToken(await requestToken(client, account));
      ended();
    };
    await expectRecovery(fixture, { name: 'token rejected for 15 s, then replaced', cause, withinMs: 60_000 });
    await fixture.operator.stop();
  });
});

/** Whether the API server answered a request of the operator with 401. */
async function isRejected(operator: OperatorProcess): Promise<boolean> {
  return (await operator.samples('rest_client_requests_total', '401')).some((count) => count > 0);
}
