import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, describe, it, expect } from 'vitest';

import { type OperatorProcess, startOperator } from '../support/start-operator.ts';
import { expectRecovery, type Fault } from './support/expect-recovery.ts';
import { type FaultCluster, restartOthers, startFaultCluster } from './support/fault-cluster.ts';
import { Load, loadSettings, servers } from './support/load.ts';
import { printProgress } from './support/progress.ts';

const outageMs = 60_000;

describe('an operator whose API server is unavailable', () => {
  let cluster: FaultCluster;
  let operator: OperatorProcess;
  let load: Load;

  beforeAll(async () => {
    cluster = await startFaultCluster();
    load = new Load({ ...cluster, namespace: await cluster.newNamespace('outage') }, servers, 8);
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
    await load.writeAll();
    await load.waitUntilUpToDate(120_000);
  });

  afterAll(async () => {
    await cluster[Symbol.asyncDispose]();
  });

  const recoverFrom = (fault: Fault): Promise<void> => expectRecovery({ operator, load, audit: cluster.audit }, fault);

  // id: fault-1
  it('recovers after an outage of 60 s', async () => {
    const cause = async (ended: () => void): Promise<void> => {
      printProgress('the API server is stopped for 60 s');
      await cluster.controlPlane.stop('kube-apiserver', { graceMs: 5_000 });
      // Otherwise the kube-controller-manager would mark the simulated node as unreachable, and its Pods would never
      // become ready again.
      await cluster.controlPlane.stop('kube-controller-manager');
      await sleep(outageMs);
      await cluster.controlPlane.restart('kube-apiserver');
      ended();
      await restartOthers(cluster);
      await load.writeAll();
      await load.deleteSome();
    };
    await recoverFrom({ name: 'API server stopped for 60 s', cause, withinMs: 60_000 });
  });

  it('recovers after the API server is restarted while the operator reconciles changes', async () => {
    const cause = async (ended: () => void): Promise<void> => {
      const writing = load.writeAll().catch(() => undefined);
      await sleep(100);
      await cluster.controlPlane.restart('kube-apiserver');
      ended();
      await writing;
      await restartOthers(cluster);
      await load.writeAll();
    };
    await recoverFrom({ name: 'API server killed and started again', cause, withinMs: 60_000 });
  });

  // id: fault-3
  it('lists again after the API server has compacted the events that it missed', async () => {
    const expired = async (): Promise<number> =>
      (await readFile(operator.logFile, 'utf8')).split('watch expired, listing again').length - 1;
    const before = await expired();
    const cause = async (): Promise<void> => {
      operator.signal('SIGSTOP');
      await load.writeAll();
      await load.deleteSome();
      await cluster.controlPlane.forgetHistory();
      await restartOthers(cluster);
      operator.signal('SIGCONT');
    };
    await recoverFrom({ name: 'history compacted, API server restarted', cause, withinMs: 60_000 });
    expect(await expired()).toBeGreaterThan(before);
  });

  // id: fault-1
  it('is still the same process after these outages, and stops with exit code 0', async () => {
    await operator.stop();
  });
});
