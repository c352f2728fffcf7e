import { beforeEach, describe, expect, it } from 'vitest';

import { createInMemoryApiServer, type InMemoryApiServer } from '../../../../testing/src/in-memory-api-server/index.ts';
import { createRecordingLogger } from '../../../../testing/src/recording-logger.ts';
import { neverAborted, OperatorError } from '../../base/index.ts';
import { ConfigMap, Node, Pod } from '../../kinds/index.ts';
import { createPermittedClient, type PermittedClient } from './permitted-client.ts';
import type { PermittedOptions } from './permitted-transport.ts';

const metadata = { namespace: 'default', name: 'menu' };
const permissions = [
  { apiGroups: [''], resources: ['configmaps'], resourceNames: ['menu'], verbs: ['get', 'patch', 'delete'] },
  { apiGroups: [''], resources: ['configmaps'], verbs: ['create'] },
  { apiGroups: [''], resources: ['pods/log', 'pods/proxy'], verbs: ['get'] },
];
const how = { fieldManager: 'test', force: true };

let server: InMemoryApiServer;
let logger: ReturnType<typeof createRecordingLogger>;

beforeEach(() => {
  server = createInMemoryApiServer();
  logger = createRecordingLogger();
});

function createClient(more: Partial<PermittedOptions> = {}): PermittedClient {
  return createPermittedClient(server.client.transport, {
    ...{ permissions, declarer: 'the controller mirror', dryRun: false, log: logger },
    ...{ beginWrite: () => neverAborted, ...more },
  });
}

function rejectWith(code: string, message: string): unknown {
  return expect.objectContaining({ code, message });
}

describe('a client that is limited to permissions', () => {
  it('sends what a permission allows', async () => {
    const maps = createClient().resource(ConfigMap);
    await maps.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { soup: 'no' } });
    await maps.apply({ metadata, data: { soup: 'yes' } }, how);
    expect((await maps.get(metadata)).data).toEqual({ soup: 'yes' });
    expect(await createClient().request({ method: 'GET', kind: ConfigMap, ...metadata })).toMatchObject({ metadata });
    await maps.delete(metadata, { propagation: 'Background' });
    expect(server.objects(ConfigMap)).toEqual([]);
  });

  it('sends nothing else, and shows the permission to add', async () => {
    const client = createClient();
    const limit = 'the client is limited to the permissions of the controller mirror';
    await expect(client.resource(ConfigMap).get({ ...metadata, name: 'other' })).rejects.toEqual(
      rejectWith(
        'DECLARATION_INVALID',
        `failed to get configmaps default/other: ${limit}; add { apiGroups: [''], resources: ['configmaps'], verbs: ['get'], reason: '…' } to them`,
      ),
    );
    await expect(client.resource(Node).list()).rejects.toThrow("resources: ['nodes'], verbs: ['list']");
    await expect(client.resource(ConfigMap).watch()).rejects.toThrow("verbs: ['watch']");
    const request = { method: 'GET', kind: Pod, ...metadata } as const;
    await expect(client.request(request)).rejects.toThrow("resources: ['pods'], verbs: ['get']");
    // The API server decodes the path before it splits it, so this names a subresource of a Pod.
    await expect(client.request({ ...request, name: 'menu/exec' })).rejects.toThrow("resources: ['pods/exec']");
    await expect(client.request({ ...request, name: '..' })).rejects.toThrow('only sends requests for API objects');
    expect(server.requests()).toEqual([]);
  });

  it('allows nothing without permissions', async () => {
    const client = createClient({ permissions: [] });
    await expect(client.resource(ConfigMap).get(metadata)).rejects.toThrow('add { apiGroups');
  });

  it('rejects as the API server answers', async () => {
    const missing = createClient().request({ method: 'GET', kind: ConfigMap, ...metadata });
    await expect(missing).rejects.toMatchObject({ code: 'API_NOT_FOUND', status: 404 });
  });
});

describe('its writes', () => {
  it('are sent only by the leader; reads by every process', async () => {
    const client = createClient({
      beginWrite() {
        throw new OperatorError('NOT_LEADER', 'write');
      },
    });
    await expect(client.resource(ConfigMap).apply({ metadata }, how)).rejects.toMatchObject({ code: 'NOT_LEADER' });
    expect(await client.resource(ConfigMap).tryGet(metadata)).toBeUndefined();
    expect(server.requests().map(({ verb }) => verb)).toEqual(['get']);
  });

  it('end with the term', async () => {
    const term = new AbortController();
    const reason = new OperatorError('NOT_LEADER', 'renew the lease');
    server.intercept(async (_, next) => {
      term.abort(reason);
      return next();
    });
    const client = createClient({ beginWrite: () => term.signal });
    await expect(client.resource(ConfigMap).apply({ metadata }, how)).rejects.toBe(reason);
  });

  it('are logged', async () => {
    await createClient().resource(ConfigMap).create({ apiVersion: 'v1', kind: 'ConfigMap', metadata });
    const fields = { verb: 'create', group: '', resource: 'configmaps', namespace: 'default', status: 201 };
    expect(logger.records).toEqual([{ level: 'info', message: 'wrote with the client', fields }]);
  });

  it('store nothing in a dry run', async () => {
    const client = createClient({ dryRun: true });
    await client.resource(ConfigMap).create({ apiVersion: 'v1', kind: 'ConfigMap', metadata });
    expect(server.requests()).toMatchObject([{ query: { dryRun: 'All' } }]);
    expect(logger.lines).toEqual([{ level: 'info', message: 'would write with the client' }]);
    // The API server would pass this GET on to the Pod.
    const request = { method: 'GET', kind: Pod, ...metadata, subresource: 'proxy' } as const;
    await expect(client.request(request)).rejects.toThrow('skip the request if dryRun is set');
    expect(server.requests()).toHaveLength(1);
  });
});
