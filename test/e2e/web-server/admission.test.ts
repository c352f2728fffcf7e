import { describe, expect, it } from 'vitest';

import { WebServer } from '../../../operator/src/kubewright.ts';
import { buildPath, unchecked } from '../../../operator/runtime/src/client/index.ts';
import { toKey } from '../../support/scope.ts';
import { applyManifests } from '../../support/manifests.ts';
import { applyReady, awaitWebServerReady, buildWebServer } from '../../support/web-server.ts';
import { getOwnEntry } from '../support/applied-fields.ts';
import { fetchPage } from '../support/page.ts';
import { getRejectionMessage } from '../support/rejection.ts';
import { awaitSettled } from '../support/await-settled.ts';
import { useScope } from '../support/use-scope.ts';
import { nodePorts } from './node-ports.ts';
import {
  getChildren,
  createReady,
  fieldManager,
  onlyWebServer,
  findService,
  buildSimulatedServer,
  getWebServer,
} from './servers.ts';

const longest = 'a'.repeat(55);

describe('the API server', () => {
  const scope = useScope(onlyWebServer);

  it.each([
    ['without an image', { image: undefined }, 'spec.image: Required value'],
    ['with an empty image', { image: '' }, 'spec.image in body should be at least 1 chars long'],
    ['with a space in its image', { image: 'nginx: 1.23' }, String.raw`spec.image in body should match '^\S+$'`],
    ['with a line end after its image', { image: 'nginx:1.23\n' }, String.raw`spec.image in body should match '^\S+$'`],
    // Messages of a single problem start like this; those of several problems start with a bracket.
    [
      'with replicas -1',
      { replicas: -1 },
      ' is invalid: .spec.replicas: Invalid value: -1: should be a non-negative integer',
    ],
    [
      'with more replicas than a Deployment can have',
      { replicas: 2 ** 31 },
      ' is invalid: .spec.replicas: Invalid value: 2147483648: should be less than or equal to 2147483647',
    ],
    ['with nodePort 29999', { nodePort: 29_999 }, 'spec.nodePort in body should be greater than or equal to 30000'],
    ['with nodePort 32768', { nodePort: 32_768 }, 'spec.nodePort in body should be less than or equal to 32767'],
  ])('BUG-WS-6 rejects a WebServer %s, and explains what is allowed', async (_what, spec, words) => {
    const { client, namespace } = scope();
    const attempt = client.resource(unchecked(WebServer)).create(buildWebServer(namespace, 'refused', spec));
    expect(await getRejectionMessage(attempt)).toContain(words);
  });

  it.each([
    ['of 56 characters', 'a'.repeat(56), 'metadata.name must be at most 55 characters: the Service adds "-service"'],
    ['with a dot', 'web.server', 'metadata.name must contain only lowercase letters, digits and "-"'],
    ['with a leading digit', '1web', 'metadata.name must contain only lowercase letters'],
  ])('BUG-WS-11 rejects a WebServer with a name %s, and explains what is allowed', async (_what, name, words) => {
    const { client, namespace } = scope();
    expect(
      await getRejectionMessage(client.resource(unchecked(WebServer)).create(buildWebServer(namespace, name))),
    ).toContain(words);
  });

  it('rejects a WebServer without a spec', async () => {
    const { client, namespace } = scope();
    const { spec: _spec, ...bare } = buildWebServer(namespace, 'bare') as ReturnType<typeof buildWebServer> & {
      spec: unknown;
    };
    expect(await getRejectionMessage(client.resource(unchecked(WebServer)).create(bare))).toContain('spec is required');
  });

  it('rejects an update to an invalid spec', async () => {
    const { client } = scope();
    const { metadata } = await createReady(scope(), 'changing', { replicas: 0 });
    const change = (spec: object): Promise<unknown> => client.resource(WebServer).mergePatch(metadata, { spec });
    expect(await getRejectionMessage(change({ nodePort: 80 }))).toContain('greater than or equal to 30000');
    expect(await getRejectionMessage(change({ image: null }))).toContain('spec.image: Required value');
    expect(await getRejectionMessage(client.resource(WebServer).mergePatch(metadata, { spec: null }))).toContain(
      'spec is required',
    );
  });

  it('BUG-WS-6 defaults spec.replicas to 1', async () => {
    const { spec, status } = await createReady(scope(), 'default');
    expect(spec.replicas).toBe(1);
    expect(status?.readyReplicas).toBe(1);
    expect((await getChildren(scope(), 'default')).deployment.spec.replicas).toBe(1);
  });

  it('accepts 0 replicas, and the WebServer is Ready with 0 of 0 Pods', async () => {
    const { status } = await createReady(scope(), 'none', { replicas: 0 });
    expect(status).toMatchObject({ replicas: 0, readyReplicas: 0 });
    expect((await getChildren(scope(), 'none')).deployment.spec.replicas).toBe(0);
  });

  it('accepts and retains spec.foo, which older manifests have', async () => {
    await createReady(scope(), 'older', { foo: 'bar' });
    expect((await getWebServer(scope(), 'older')).spec.foo).toBe('bar');
  });

  it.each([30_000, 32_767])('accepts node port %i', async (nodePort) => {
    const { client, namespace } = scope();
    const body = buildSimulatedServer(namespace, 'dry-run', { nodePort });
    const path = buildPath(WebServer, { namespace });
    const answer = await client.transport.call({ method: 'POST', path, query: { dryRun: 'All' }, body });
    expect(answer.status).toBe(201);
  });

  it('BUG-WS-11 accepts a name of 55 characters, and its children work', async () => {
    const { client, namespace } = scope();
    const { status } = await applyReady(client, buildWebServer(namespace, longest));
    const { service } = await getChildren(scope(), longest);
    expect(service.metadata.name).toHaveLength(63);
    await fetchPage(scope(), status?.nodePort, 'Welcome to nginx');
    await client.resource(WebServer).delete(toKey(scope(), longest), { propagation: 'Background' });
  });

  it('BUG-WS-1 chooses a node port if the spec has none', async () => {
    const [one, other] = await Promise.all(
      ['chosen-1', 'chosen-2'].map((name) => createReady(scope(), name, { replicas: 0 })),
    );
    expect(one?.status?.nodePort).toBeGreaterThanOrEqual(30_000);
    expect(other?.status?.nodePort).toBeGreaterThanOrEqual(30_000);
    expect(other?.status?.nodePort).not.toBe(one?.status?.nodePort);
  });

  it('BUG-WS-1 retains a node port that the spec no longer has, because the cluster allocated it', async () => {
    await createReady(scope(), 'blue', { replicas: 0, nodePort: nodePorts.removed });
    await applyManifests(scope().client, [buildSimulatedServer(scope().namespace, 'blue', { replicas: 0 })]);
    const { spec, status } = await awaitWebServerReady(scope().client, toKey(scope(), 'blue'));
    await awaitSettled(scope());
    const service = await findService(scope(), 'blue');
    expect(spec).not.toHaveProperty('nodePort');
    expect(service?.spec.ports?.[0]?.nodePort).toBe(nodePorts.removed);
    expect(status?.nodePort).toBe(nodePorts.removed);
    expect(JSON.stringify(getOwnEntry(service!, fieldManager).fieldsV1)).not.toContain('f:nodePort');
  });
});
