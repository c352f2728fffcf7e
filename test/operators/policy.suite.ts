import path from 'node:path';

import { expect, it } from 'vitest';

import { Namespace } from '../../operator/runtime/src/kinds/index.ts';
import { omitFallbacks } from '../e2e/real-operators/own-rules.ts';
import { listGrantedPermissions } from '../support/granted-permissions.ts';
import { createSourceImage, installSourceOperator } from '../support/source-operator.ts';
import type { TestCluster } from '../support/test-cluster.ts';
import { until } from '../support/until.ts';
import { readPermissionUse } from '../support/used-permissions.ts';
import { patient } from './exact-permissions.ts';
import { DomainList, Site, sites } from './policy.ts';

const image = 'example.com/sites';
/** The image whose Pods run the operator of Sites from its source. */
export const sitesImage = createSourceImage(image, { main: path.join(import.meta.dirname, 'policy-main.ts') });

const namespace = 'sites';
const how = { fieldManager: 'test', force: true };

/** Tests an installed operator whose webhook and controller read a kind that has no controller. */
export function testPolicy(own: () => TestCluster): void {
  it('a webhook and a controller read a configuration kind, with exactly the permissions for that', async () => {
    const { client, cluster } = own();
    await client.resource(Namespace).apply({ metadata: { name: namespace } }, how);
    const place = { client, namespace: 'sites-system', replicas: 2 };
    await using operator = await installSourceOperator(sites, image, place);
    const applyList = (...domains: readonly string[]) =>
      client.resource(DomainList).apply({ metadata: { name: 'default' }, spec: { domains } }, how);
    const apply = (name: string, domain: string) =>
      client.resource(Site).apply({ metadata: { namespace, name }, spec: { domain } }, how);
    await applyList('example.com');
    // Until `caBundle` is set, the API server cannot call the webhook.
    await until('the webhook rejects a domain that is not on the list', () =>
      apply('other', 'example.org').then(
        () => false,
        (error: unknown) => String(error).includes('supported values: "example.com"'),
      ),
    );
    await apply('shop', 'example.com');
    const isAllowed = async () => (await client.resource(Site).get({ namespace, name: 'shop' })).status?.allowed;
    await expect.poll(isAllowed, patient).toBe(true);
    await applyList('example.net');
    await expect.poll(isAllowed, patient).toBe(false);

    const granted = omitFallbacks([...listGrantedPermissions(operator.manifests)].sort());
    expect(granted).toContain('policy.example.com/domainlists watch');
    const readUse = () => readPermissionUse(cluster.controlPlane.auditLogPath, operator.user);
    await expect.poll(async () => omitFallbacks((await readUse()).used), patient).toEqual(granted);
    expect((await readUse()).forbidden).toEqual([]);
  }, 180_000);
}
