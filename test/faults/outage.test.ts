import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, describe, it, expect } from 'vitest';

import { type OperatorProcess, startOperator } from '../support/start-operator.ts';
import { type FaultCluster, restartOthers, startFaultCluster } from './support/fault-cluster.ts';
import { Load, loadSettings, servers } from './support/load.ts';
import { progress } from './support/progress.ts';
import { type Fault, recovers } from './support/recovers.ts';

const outageMs = 60_000;

describe('an operator whose API server goes away', () => {
  let cluster: FaultCluster;
  let operator: OperatorProcess;
  let load: Load;

  beforeAll(async () => {
    cluster = await startFaultCluster();
    load = new Load({ ...cluster, namespace: await cluster.newNamespace('outage') }, servers, 12);
    const { namespace } = load;
    operator = await startOperator({
      controlPlane: cluster.controlPlane,
      kubeconfigPath: cluster.controlPlane.kubeconfigPath,
      controllers: servers.controllers,
      namespaces: [namespace],
      election: { namespace, name: 'only' },
      settings: loadSettings,
    });
    await operator.ready();
    await load.write();
    await load.atRest(60_000);
  });

  afterAll(async () => {
    await cluster[Symbol.asyncDispose]();
  });

  const recoversFrom = (fault: Fault): Promise<void> => recovers({ operator, load, audit: cluster.audit }, fault);

  // id: fault-1
  it('heals by itself after 60 s without one', async () => {
    const happen = async (over: () => void): Promise<void> => {
      progress('the API server is stopped for 60 s');
      await cluster.controlPlane.stop('kube-apiserver', { graceMs: 5_000 });
      // It would take the simulated node for dead, and that node's Pods never become ready again.
      await cluster.controlPlane.stop('kube-controller-manager');
      await sleep(outageMs);
      await cluster.controlPlane.restart('kube-apiserver');
      over();
      await restartOthers(cluster.controlPlane);
      await load.write();
      await load.remove();
    };
    await recoversFrom({ what: 'API server stopped for 60 s', happen, withinMs: 60_000 });
  });

  it('heals by itself when it is killed while it works, and comes back at once', async () => {
    const happen = async (over: () => void): Promise<void> => {
      const writing = load.write().catch(() => undefined);
      await sleep(100);
      await cluster.controlPlane.restart('kube-apiserver');
      over();
      await writing;
      await restartOthers(cluster.controlPlane);
      await load.write();
    };
    await recoversFrom({ what: 'API server killed and started again', happen, withinMs: 60_000 });
  });

  // id: fault-3
  it('lists again when the server has forgotten what happened meanwhile', async () => {
    const expired = async (): Promise<number> =>
      (await readFile(operator.logFile, 'utf8')).split('watch expired, listing again').length - 1;
    const before = await expired();
    const happen = async (): Promise<void> => {
      operator.signal('SIGSTOP');
      await load.write();
      await load.remove();
      await cluster.controlPlane.forgetHistory();
      await restartOthers(cluster.controlPlane);
      operator.signal('SIGCONT');
    };
    await recoversFrom({ what: 'history compacted, API server restarted', happen, withinMs: 60_000 });
    expect(await expired()).toBeGreaterThan(before);
  });

  // id: fault-1
  it('is the same process after all that, and stops with exit code 0', async () => {
    await operator.stop();
  });
});
