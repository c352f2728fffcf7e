import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Echo, WebServer } from '../../../operator/src/apis/index.ts';
import { kubewright } from '../../../operator/src/kubewright.ts';
import type { Client, Sent } from '../../../operator/src/runtime/client/index.ts';
import { Event, Namespace, Service } from '../../../operator/src/runtime/kinds/index.ts';
import { readAuditLog } from '../../../operator/src/testing/index.ts';
import { applyReady as anyReady } from '../../support/conditions.ts';
import { installOperator } from '../../support/install-operator.ts';
import { applyManifests, readManifests } from '../../support/manifests.ts';
import { startTestCluster, type TestCluster } from '../../support/test-cluster.ts';
import { until } from '../../support/until.ts';
import { applyReady, ready, webServer, withCondition } from '../../support/web-server.ts';

/** What our controllers look at. */
const kinds = kubewright.controllers.flatMap(({ api, owns, reads, watches }) => {
  const declared = [...Object.values(owns), ...Object.values(reads), ...Object.values(watches)];
  return [api.plural, ...declared.map(({ kind }) => kind.plural)];
});

// Older API servers know no WatchList, and on this one it is switched off: everything is listed in pages instead.
describe('an API server without WatchList', () => {
  let own: TestCluster;

  beforeAll(async () => {
    own = await startTestCluster({ featureGates: { WatchList: false } });
    await applyManifests(own.client, readManifests('embedded', 'crds'));
  });

  afterAll(async () => {
    await own[Symbol.asyncDispose]();
  });

  it('serves an operator of named namespaces', async () => {
    const { client } = own;
    await applyManifests(client, [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'served' } }]);
    await using operator = await installOperator({ client, namespace: 'listing', namespaces: ['served'], replicas: 2 });
    const { status } = await applyReady(client, webServer('served', 'listed'));
    expect(status?.readyReplicas).toBe(1);
    expect(await listsOf(operator.user)).toContain('webservers');
    await client.resource(Namespace).delete({ name: 'served' }, { propagation: 'Background' });
  });

  it('serves an operator of the whole cluster', async () => {
    const { client } = own;
    await using operator = await installOperator({ client, namespace: 'listing-all', replicas: 2 });
    const { status } = await applyReady(client, webServer('default', 'listed'));
    expect(status?.readyReplicas).toBe(1);
    expect(await listsOf(operator.user)).toEqual(new Set([...kinds, 'leases']));
    await takePortTwice(client, { namespace: 'default', name: 'listed' });
    await sayTwo(client, { namespace: 'default', name: 'said' });
  });

  /** Another message deletes the Job of the one before. */
  async function sayTwo(client: Client, key: { namespace: string; name: string }): Promise<void> {
    for (const message of ['one', 'two']) {
      const echo = { apiVersion: 'mmontes.io/v1alpha1', kind: 'Echo', metadata: key, ...{ spec: { message } } };
      await anyReady(client, echo);
    }
    await client.resource(Echo).delete(key, { propagation: 'Background' });
  }

  /** The same refusal twice is one event that is counted up. */
  async function takePortTwice(client: Client, key: { namespace: string; name: string }): Promise<void> {
    const ports = [{ port: 80, nodePort: 30050 }];
    const stranger = { apiVersion: 'v1', kind: 'Service', metadata: { namespace: 'default', name: 'stranger' } };
    await client.resource(Service).create({ ...stranger, spec: { type: 'NodePort', ports } } as Sent);
    const ask = (nodePort: number): Promise<unknown> =>
      client.resource(WebServer).mergePatch(key, { spec: { nodePort } });
    const taken = { type: 'Ready', status: 'False', reason: 'NodePortTaken' } as const;
    await ask(30050);
    await withCondition(client, key, taken);
    await ask(30051);
    await ready(client, key);
    await ask(30050);
    await withCondition(client, key, taken);
    await until('the event is counted up', async () => {
      const { items } = await client.resource(Event).list({ namespace: key.namespace });
      return items.some(({ reason, series }) => reason === 'NodePortTaken' && series?.count === 2);
    });
  }

  async function listsOf(user: string): Promise<Set<string>> {
    const lists = new Set<string>();
    for await (const event of readAuditLog(own.cluster.controlPlane.auditLogPath)) {
      if (event.user.username === user && event.verb === 'list') lists.add(event.objectRef?.resource ?? '');
    }
    return lists;
  }
});
