import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { CronJob, Lease } from '../../operator/runtime/src/kinds/index.ts';
import type { AuditEvent } from '../../operator/testing/src/index.ts';
import { type OperatorProcess, type OperatorProcessOptions, startOperator } from '../support/start-operator.ts';
import { until } from '../support/until.ts';
import { expectNoWrites, countRequests } from './support/expect-recovery.ts';
import { type FaultCluster, startFaultCluster } from './support/fault-cluster.ts';
import { Load, loadSettings, schedules } from './support/load.ts';
import { printProgress } from './support/progress.ts';
import { recordRecovery } from './support/recoveries.ts';
import { startTcpProxy, type TcpProxy } from './support/tcp-proxy.ts';

/** The maximum number of connections for requests other than watches. */
const poolSize = 16;
/**
 * The number of the operator's watches: ScheduledEchos, CronJobs, and Events of two reasons. A restarted watch has two
 * connections for a moment.
 */
const watches = 4;
/** The minimum duration of a watch in milliseconds, after which it may open a new connection. */
const watchMs = 40_000;

let cluster: FaultCluster;

beforeAll(async () => {
  cluster = await startFaultCluster({ controllers: false });
});

afterAll(async () => {
  await cluster[Symbol.asyncDispose]();
});

async function createLoad(size: number): Promise<Load> {
  const load = new Load({ ...cluster, namespace: await cluster.newNamespace('many') }, schedules, size);
  printProgress(`creating ${String(size)} resources`);
  await load.writeAll();
  return load;
}

function startLoadOperator(load: Load, options: Partial<OperatorProcessOptions> = {}): Promise<OperatorProcess> {
  const { controlPlane } = cluster;
  return startOperator({
    ...{ controlPlane, kubeconfigPath: controlPlane.kubeconfigPath, controllers: schedules.controllers },
    namespaces: [load.namespace],
    ...options,
    settings: { ...loadSettings, ...options.settings },
  });
}

function awaitReconciled(operator: OperatorProcess, count: number): Promise<boolean> {
  const done = async (): Promise<boolean> => {
    const results = await operator.samples('controller_runtime_reconcile_total');
    return results.reduce((sum, value) => sum + value, 0) >= count;
  };
  return until(`${String(count)} reconciles`, done, { timeoutMs: 400_000, everyMs: 100 });
}

describe('an operator that gets SIGTERM while it reconciles 300 new custom resources', () => {
  // So many objects that the operator has seconds of work left when it gets the signal.
  const size = 300;
  let load: Load;
  let stoppedAt = 0;
  let requests = 0;

  beforeAll(async () => {
    load = await createLoad(size);
  });

  const election = (name: string) => ({ election: { namespace: load.namespace, name } });

  it('ends with exit code 0 within its grace period, and releases its Lease last', async () => {
    const operator = await startLoadOperator(load, election('first'));
    await operator.ready();
    await awaitReconciled(operator, size / 4);
    requests = await countRequests(operator);
    stoppedAt = performance.now();
    operator.signal('SIGTERM');
    const exit = await operator.exited;
    expect(exit).toEqual({ code: 0, signal: null });
    expect(performance.now() - stoppedAt).toBeLessThan(30_000);
    const key = { namespace: load.namespace, name: 'kubewright' };
    expect((await cluster.client.resource(Lease).get(key)).spec.holderIdentity).toBe('');
    const events = await cluster.audit.events(load.namespace);
    const writes = events.filter(({ verb }) => !['get', 'list'].includes(verb));
    expect(writes.at(-1)?.objectRef?.resource).toBe('leases');
    const created = await cluster.client.resource(CronJob).list({ namespace: load.namespace });
    expect(created.items.length).toBeLessThan(size);
  });

  it('is followed by another process, which completes the work and creates nothing twice', async () => {
    const operator = await startLoadOperator(load, election('second'));
    await load.waitUntilUpToDate(120_000);
    recordRecovery({
      fault: 'SIGTERM in the middle of 300 resources, then the next one',
      recoveredMs: performance.now() - stoppedAt,
      requests: requests + (await countRequests(operator)),
    });
    expect((await cluster.audit.deeds(load.namespace)).created).toMatchObject({ cronjobs: size });
    await expectNoWrites({ operator, load, audit: cluster.audit });
    await operator.stop();
  });
});

describe('an operator of 5,000 custom resources with 5,000 children', () => {
  const size = 5_000;
  let load: Load;
  let proxy: TcpProxy;

  beforeAll(async () => {
    load = await createLoad(size);
    proxy = await startTcpProxy(cluster.controlPlane, load.namespace);
  });

  afterAll(async () => {
    await proxy[Symbol.asyncDispose]();
  });

  // id: fault-11
  it('sends 10,000 writes over TLS with no more connections than its pool allows', async () => {
    const startedAt = performance.now();
    const operator = await startLoadOperator(load, proxy);
    // Polls metrics, because comparing all objects repeatedly would be more work than reconciling them.
    await awaitReconciled(operator, size);
    await until('the operator is idle', () => operator.isIdle());
    await load.waitUntilUpToDate(60_000);
    const tookMs = performance.now() - startedAt;
    const requests = await countRequests(operator);
    recordRecovery({ fault: '5,000 resources without children', recoveredMs: tookMs, requests });
    await operator.stop();
    expect((await cluster.audit.writes(load.namespace)).length).toBeGreaterThanOrEqual(2 * size);
    expect(proxy.mostOpen).toBeLessThanOrEqual(poolSize + 2 * watches);
    printProgress(`${String(proxy.opened)} TLS handshakes, ${String(proxy.mostOpen)} connections at once at most`);
    expect(proxy.opened).toBeLessThanOrEqual(poolSize + watches * (1 + Math.ceil(tookMs / watchMs)));
  });

  // id: fault-10
  it('lists 10,000 objects in at most 20 pages and one aborted list per kind after a restart, and writes nothing', async () => {
    const before = await cluster.audit.events(load.namespace);
    const startedAt = performance.now();
    const operator = await startLoadOperator(load, { settings: { WATCH_LIST: 'false' } });
    await awaitReconciled(operator, size);
    await until('the operator is idle', () => operator.isIdle());
    const recoveredMs = performance.now() - startedAt;
    recordRecovery({ fault: 'cold start with 10,000 objects', recoveredMs, requests: await countRequests(operator) });
    const events = (await cluster.audit.events(load.namespace)).slice(before.length);
    // Not counted: a list of one object, which gets the newest resource version after a list that takes long to
    // process.
    const isPage = ({ verb, requestURI }: AuditEvent): boolean =>
      verb === 'list' && !/[?&]limit=1(&|$)/.test(requestURI);
    const lists = events.filter(isPage).map(({ objectRef }) => objectRef?.resource);
    // Not counted: one list per kind from version 0, which is aborted because its single response is too large.
    for (const kind of ['scheduledechos', 'cronjobs']) {
      expect(lists.filter((each) => each === kind).length).toBeLessThanOrEqual(1 + (2 * size) / 1000);
    }
    expect(events.filter(({ verb }) => !['get', 'list'].includes(verb))).toEqual([]);
    await operator.stop();
  });
});
