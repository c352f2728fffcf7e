import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Namespace } from '../../../operator/src/runtime/kinds/index.ts';
import { readAuditLog } from '../../../operator/src/testing/index.ts';
import { installOperator } from '../../support/install-operator.ts';
import { applyManifests, readManifests } from '../../support/manifests.ts';
import { startTestCluster, type TestCluster } from '../../support/test-cluster.ts';
import { applyReady, webServer } from '../../support/web-server.ts';

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
    expect(await listsOf(operator.user)).toEqual(new Set(['webservers', 'deployments', 'services', 'leases']));
  });

  async function listsOf(user: string): Promise<Set<string>> {
    const lists = new Set<string>();
    for await (const event of readAuditLog(own.cluster.controlPlane.auditLogPath)) {
      if (event.user.username === user && event.verb === 'list') lists.add(event.objectRef?.resource ?? '');
    }
    return lists;
  }
});
