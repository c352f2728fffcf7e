import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { neverAborted, silentLogger, systemClock } from '../../base/index.ts';
import { ConfigMap, Namespace, Pod, ServiceAccount } from '../../kinds/index.ts';
import { connect, type Connection } from '../connect.ts';
import { createPermittedClient, type PermittedClient } from './permitted-client.ts';

const namespace = `permitted-${randomBytes(4).toString('hex')}`;
const core = { apiGroups: [''] };
const permissions = [
  { ...core, resources: ['configmaps'], verbs: ['create', 'get', 'delete', 'watch'] },
  { ...core, resources: ['pods/log'], verbs: ['get'] },
  { ...core, resources: ['serviceaccounts/token'], resourceNames: ['builder'], verbs: ['create'] },
];

let admin: Connection;

function createClient(dryRun: boolean): PermittedClient {
  const options = { permissions, declarer: 'the controller mirror', log: silentLogger, beginWrite: () => neverAborted };
  return createPermittedClient(admin.client.transport, { ...options, dryRun });
}

beforeAll(async () => {
  admin = await connect({ kubeconfig: inject('kubeconfigPath'), clock: systemClock });
  await admin.client.resource(Namespace).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
});

afterAll(async () => {
  await admin.client.resource(Namespace).delete({ name: namespace }, { propagation: 'Background' });
  await admin.client.transport.close();
});

describe('a client that is limited to permissions, on a real API server', () => {
  it('sends subresources, and rejects as the server answers', async () => {
    const log = { method: 'GET', kind: Pod, namespace, name: 'missing', subresource: 'log' } as const;
    await expect(createClient(false).request(log)).rejects.toMatchObject({ code: 'API_NOT_FOUND' });
    const account = { metadata: { name: 'builder', namespace } };
    await admin.client.resource(ServiceAccount).create({ apiVersion: 'v1', kind: 'ServiceAccount', ...account });
    const answer = await createClient(false).request({
      ...{ method: 'POST', kind: ServiceAccount, ...account.metadata, subresource: 'token' },
      body: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: { audiences: ['shop'] } },
    });
    expect(answer).toMatchObject({ kind: 'TokenRequest', status: { token: expect.any(String) as string } });
  });

  it('creates, watches and deletes', async () => {
    const maps = createClient(false).resource(ConfigMap);
    const metadata = { name: 'menu', namespace };
    await maps.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata });
    const end = new AbortController();
    for await (const event of await maps.watch({ namespace, sendInitialEvents: true, signal: end.signal })) {
      if (event.type === 'ADDED' && event.object.metadata.name === 'menu') break;
    }
    end.abort();
    await maps.delete(metadata, { propagation: 'Background' });
    await expect(maps.get(metadata)).rejects.toMatchObject({ code: 'API_NOT_FOUND' });
  });

  it('stores nothing in a dry run', async () => {
    const maps = createClient(true).resource(ConfigMap);
    const metadata = { name: 'tried', namespace };
    const created = await maps.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { soup: 'yes' } });
    expect(created.data).toEqual({ soup: 'yes' });
    await expect(maps.get(metadata)).rejects.toMatchObject({ code: 'API_NOT_FOUND' });
  });
});
