import { expect, it } from 'vitest';

import { formatApiVersion } from '../../../operator/runtime/src/base/index.ts';
import { ConfigMap, Namespace } from '../../../operator/runtime/src/kinds/index.ts';
import { awaitCondition } from '../../support/conditions.ts';
import { listGrantedPermissions, type Permission } from '../../support/granted-permissions.ts';
import { installPreviews } from '../../support/previews/installed-previews.ts';
import { Mirror, Preview, PreviewPolicy } from '../../support/previews/previews.ts';
import type { TestCluster } from '../../support/test-cluster.ts';
import { until } from '../../support/until.ts';
import { readPermissionUse } from '../../support/used-permissions.ts';

const namespace = 'previews';
const how = { fieldManager: 'test', force: true };

/** Tests an operator of named namespaces whose controller reads a kind that has no controller. */
export function testPreviews(own: () => TestCluster): void {
  it('an operator of a named namespace reads a cluster-scoped kind without a controller', async () => {
    const { client } = own();
    await client.resource(Namespace).apply({ metadata: { name: namespace } }, how);
    await using operator = await installPreviews({ client, namespace: 'previews-limited', namespaces: [namespace] });
    await setPolicy(own());
    expect((await create(own(), 'limited', 'example.com')).status).toBe(201);
    await awaitAllowed(own(), 'limited');
    const clusterRoles = operator.manifests.filter(({ kind }) => kind === 'ClusterRole');
    expect([...listGrantedPermissions(clusterRoles)].sort()).toEqual([
      'previews.example.com/previewpolicies list',
      'previews.example.com/previewpolicies watch',
    ]);
    const { forbidden } = await readPermissionUse(own().cluster.controlPlane.auditLogPath, operator.user);
    expect(forbidden).toEqual([]);
  }, 180_000);

  testMirror(own);
}

/** Tests a controller with permissions that no handle grants, and a client that is limited to them. */
function testMirror(own: () => TestCluster): void {
  it('a client of a controller sends what its permissions allow, and nothing else', async () => {
    const { client } = own();
    await using operator = await installPreviews({ client, namespace: 'previews-mirror', replicas: 2 });
    const [pod] = await operator.pods();
    const key = { namespace: 'previews-mirror', name: 'mirror' };
    await client.resource(Mirror).apply({ metadata: key, spec: { pod: pod?.metadata.name ?? '' } }, how);
    const { data } = await until('the log is copied', () => client.resource(ConfigMap).tryGet(key));
    expect(data?.['log']).toContain('operator starts');
    expect(data?.['rejection']).toContain(
      "add { apiGroups: [''], resources: ['pods'], verbs: ['delete'], reason: '…' }",
    );
    const isBeside = (permission: Permission): boolean => /pods|serviceaccounts/.test(permission);
    const granted = [...listGrantedPermissions(operator.manifests)].filter(isBeside).sort();
    expect(granted).toEqual(['core/pods/log get', 'core/serviceaccounts/token create']);
    const { used, forbidden } = await readPermissionUse(own().cluster.controlPlane.auditLogPath, operator.user);
    expect(used.filter(isBeside)).toEqual(granted);
    expect(forbidden).toEqual([]);
  }, 180_000);
}

async function setPolicy({ client }: TestCluster): Promise<void> {
  const policy = { metadata: { name: 'default' }, spec: { domains: ['example.com'] } };
  await client.resource(PreviewPolicy).apply(policy, how);
}

function create({ client }: TestCluster, name: string, domain: string): Promise<{ readonly status: number }> {
  const body = { apiVersion: formatApiVersion(Preview), kind: 'Preview', metadata: { name }, spec: { domain } };
  const path = `/apis/${formatApiVersion(Preview)}/namespaces/${namespace}/previews`;
  return client.transport.call({ method: 'POST', path, body });
}

async function awaitAllowed({ client }: TestCluster, name: string): Promise<void> {
  const ready = { type: 'Ready', status: 'True', reason: 'Allowed' };
  await awaitCondition(client.resource(Preview), { namespace, name }, ready);
}
