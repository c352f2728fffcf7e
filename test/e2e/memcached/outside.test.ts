import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { systemClock } from '../../../operator/runtime/src/base/index.ts';
import { type Client, connect } from '../../../operator/runtime/src/client/index.ts';
import { Namespace } from '../../../operator/runtime/src/kinds/index.ts';
import {
  type Processes,
  type RunningProcess,
  startProcesses,
} from '../../../operator/control-plane/src/processes/index.ts';
import { operatorProgram } from '../../support/operator-image.ts';
import { stopWorkloads } from '../../support/stop-workloads.ts';
import { change, findDeployment, createReady, awaitMemcachedReady, awaitReadyWithNodes } from './caches.ts';

const image = 'registry.example.com:5000/caches/memcached:1.6';
const name = 'example-memcached';

/** Runs the operator as a process outside of the cluster, as `npm run operator` does. */
function startOperator(
  processes: Processes,
  directory: string,
  namespaces: readonly string[],
): Promise<RunningProcess> {
  const [command, ...program] = operatorProgram;
  return processes.start({
    name: 'operator',
    command,
    args: [
      ...[...program, '--kubeconfig', inject('kubeconfigPath'), '--controllers', 'memcached'],
      ...['--watch-namespaces', namespaces.join(), '--metrics-port', '0', '--health-port', '0'],
    ],
    env: { MEMCACHED_IMAGE: image },
    logFile: path.join(directory, 'operator.log'),
  });
}

describe('an operator outside of the cluster', () => {
  const namespaces = [1, 2].map(() => `t-${randomBytes(4).toString('hex')}`);
  let client: Client;
  let processes: Processes;
  let operator: RunningProcess;
  const scopes = (): readonly { readonly client: Client; readonly namespace: string }[] =>
    namespaces.map((namespace) => ({ client, namespace }));

  beforeAll(async () => {
    ({ client } = await connect({ kubeconfig: inject('kubeconfigPath'), clock: systemClock }));
    for (const namespace of namespaces) {
      await client.resource(Namespace).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
    }
    const directory = await mkdtemp(path.join(os.tmpdir(), 'memcached-'));
    processes = await startProcesses({ directory, isTemporary: true });
    operator = await startOperator(processes, directory, namespaces);
  });

  afterAll(async () => {
    await processes[Symbol.asyncDispose]();
    for (const namespace of namespaces) await stopWorkloads(client, namespace);
    await client.transport.close();
  });

  it('MC-T4 scales from 3 to 4 in every namespace that it serves', async () => {
    for (const scope of scopes()) {
      await createReady(scope, name, { size: 3 });
      await change(scope, name, { spec: { size: 4 } });
      await awaitReadyWithNodes(scope, name, 4);
      expect((await findDeployment(scope, name))?.status?.availableReplicas).toBe(4);
    }
  });

  it('BUG-MC-4 BUG-MC-5 rolls out the configured image, whose registry may have a port', async () => {
    for (const scope of scopes()) {
      const { spec } = (await findDeployment(scope, name))!;
      expect(spec.template.spec?.containers.map((container) => container.image)).toEqual([image]);
    }
  });

  it('MC-T8 creates a Deployment with the configured image for size 1 and a port, and one condition Available', async () => {
    const [scope] = scopes();
    if (scope === undefined) throw new Error('the operator does not serve a namespace');
    await createReady(scope, 'small', { size: 1, containerPort: 11211 });
    const before = await awaitReadyWithNodes(scope, 'small', 1);
    const [container] = (await findDeployment(scope, 'small'))?.spec.template.spec?.containers ?? [];
    expect(container?.image).toBe(image);
    // Causes another reconcile, which must not change the status.
    await change(scope, 'small', { metadata: { labels: { seen: 'again' } } });
    await change(scope, name, { spec: { size: 2 } });
    await awaitMemcachedReady(scope, name);
    const { status } = await awaitMemcachedReady(scope, 'small');
    expect(status).toEqual(before.status);
    const available = status?.conditions?.filter(({ type }) => type === 'Available');
    expect(available).toMatchObject([{ status: 'True', reason: 'AllAvailable' }]);
  });

  it('exits with code 0 after SIGTERM', async () => {
    operator.kill('SIGTERM');
    expect(await operator.exited).toEqual({ code: 0, signal: null });
  });
});
