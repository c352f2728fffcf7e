import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ImmortalContainer } from '../../../operator/src/apis/index.ts';
import { pathOf, type Sent, type Status, unchecked } from '../../../operator/runtime/src/client/index.ts';
import type { CustomResourceDefinition } from '../../../operator/runtime/src/kinds/index.ts';
import { conditionOf, ready } from '../../support/conditions.ts';
import { applyManifests, type Manifest, readManifests } from '../../support/manifests.ts';
import { type Scope, scopeIn } from '../../support/scope.ts';
import { startTestCluster, type TestCluster } from '../../support/test-cluster.ts';
import { afterOutage, until } from '../../support/until.ts';
import { refusal } from '../support/refusal.ts';
import {
  container,
  deletePod,
  image,
  createReady,
  nextPod,
  notReady,
  onlyImmortal,
  podOf,
  started,
  thePodOf,
} from './containers.ts';

const namespace = 'default';
const key = (name: string): { namespace: string; name: string } => ({ namespace, name });
const long = 'a'.repeat(64);
const longest = `${'a'.repeat(61)}.b`;
const blank = 'blank';
const survivors = [long, 'bare', blank, 'leaving'];

/** The CRD of the original: an image of any letters, and no rule. */
function asOriginally(crd: Manifest): Manifest {
  const copy = structuredClone(crd) as Manifest & Pick<CustomResourceDefinition, 'spec'>;
  for (const { schema } of copy.spec.versions) {
    const root = schema?.openAPIV3Schema as Record<string, unknown>;
    delete root['x-kubernetes-validations'];
    const { spec } = root['properties'] as { spec: { properties: Record<string, unknown> } };
    spec.properties['image'] = { type: 'string', minLength: 1 };
  }
  return copy;
}

/** An ImmortalContainer that the rules would refuse. */
function survivor(name: string): Manifest {
  const { spec: _spec, ...bare } = container(namespace, name) as Manifest & { spec: object };
  const spec = { image: name === blank ? 'two words' : image };
  const finalizers = ['example.com/kept'];
  const hasSpec = name === long || name === blank;
  return { ...bare, metadata: { ...key(name), finalizers }, ...(hasSpec && { spec }) } as Manifest;
}

describe('the API server', () => {
  let own: TestCluster;
  let scope: Scope;

  beforeAll(async () => {
    own = await startTestCluster();
    const { client, cluster } = own;
    const [crd] = readManifests('embedded', 'crds').filter(({ metadata }) => metadata.name.includes('immortal'));
    if (crd === undefined) throw new Error('there is no CRD');
    await applyManifests(client, [asOriginally(crd)]);
    for (const name of survivors)
      await until(`${name} is stored`, () => client.resource(unchecked(ImmortalContainer)).create(survivor(name)));
    await applyManifests(client, [crd]);
    await until('the rules are in force', async () =>
      (await refusedAs(survivor('late')))?.includes('spec is required'),
    );
    // The garbage collector looks for new kinds every 30 s, and when it starts.
    await cluster.controlPlane.restart('kube-controller-manager');
    scope = await scopeIn(own, namespace, onlyImmortal);
  });

  afterAll(async () => {
    await own[Symbol.asyncDispose]();
  });

  /** Why the API server refuses to create it; `undefined` if it would create it. */
  async function refusedAs(body: Sent): Promise<string | undefined> {
    const path = pathOf(ImmortalContainer, { namespace });
    const answer = await own.client.transport.call({ method: 'POST', path, query: { dryRun: 'All' }, body });
    return answer.status >= 400 ? (answer.body as Status).message : undefined;
  }

  it.each([
    ['without an image', {}, 'spec.image: Required value'],
    ['with an empty image', { image: '' }, 'spec.image in body should be at least 1 chars long'],
    ['with a space in its image', { image: 'nginx: 1' }, String.raw`spec.image in body should match '^\S+$'`],
    ['with a line end after its image', { image: 'nginx:1\n' }, String.raw`spec.image in body should match '^\S+$'`],
  ])('refuses an ImmortalContainer %s, and says what is allowed', async (_what, spec, words) => {
    expect(await refusedAs(container(namespace, 'refused', spec))).toContain(words);
  });

  it('BUG-IC-8 refuses a name that is no label, and takes the longest that is one, with dots', async () => {
    expect(await refusedAs(container(namespace, long))).toContain('metadata.name must be at most 63 characters');
    await createReady(scope, longest);
    expect((await thePodOf(scope, longest)).metadata.labels).toMatchObject({ app: longest });
  });

  it('BUG-IC-9 refuses an ImmortalContainer without a spec, and a change to what it would not have taken', async () => {
    expect(await refusedAs(survivor('bare-again'))).toContain('spec is required');
    const { metadata } = await createReady(scope, 'changing');
    const containers = own.client.resource(ImmortalContainer);
    const change = (spec: object | null): Promise<unknown> => containers.mergePatch(metadata, { spec });
    expect(await refusal(change(null))).toContain('spec is required');
    expect(await refusal(change({ image: '' }))).toContain('at least 1 chars long');
    expect(await refusal(change({ image: null }))).toContain('spec.image: Required value');
  });

  it.each([-1, 2 ** 53])('refuses to count to %i', async (startTimes) => {
    const { metadata } = await createReady(scope, 'counting');
    const containers = own.client.resource(ImmortalContainer);
    const attempt = containers.mergePatch(metadata, { status: { startTimes } }, { subresource: 'status' });
    expect(await refusal(attempt)).toContain('startTimes in body should be');
  });

  it('BUG-IC-11 may go and come back: its watches are there again, and so are Pods', { timeout: 300_000 }, async () => {
    await createReady(scope, 'outlived');
    const operator = await scope.operator.leader();
    await own.cluster.controlPlane.restart('kube-apiserver');
    const pod = await until('it answers again', () => deletePod(scope, 'outlived'));
    await until('the cluster works again', () => nextPod(scope, 'outlived', pod), afterOutage);
    await until('the operator does', () => started(scope, 'outlived', 2), afterOutage);
    const [now] = await scope.operator.pods();
    expect(now?.metadata.uid).toBe(operator.metadata.uid);
    expect(now?.status?.containerStatuses?.[0]?.restartCount).toBe(0);
  });

  describe('keeps what was stored before its rules: it', () => {
    it.each(survivors)('can still be patched by others, status and labels: %s', async (name) => {
      const containers = own.client.resource(ImmortalContainer);
      const condition = {
        ...{ type: 'example.com/Seen', status: 'True' as const, reason: 'Seen', message: '' },
        lastTransitionTime: '2030-01-01T00:00:00Z',
      };
      const { apiVersion, kind } = survivor(name);
      const status = { apiVersion, kind, metadata: key(name), status: { conditions: [condition] } };
      const { object } = await containers.apply(status, { fieldManager: 'seer', subresource: 'status' });
      expect(object.status?.conditions).toContainEqual(condition);
      await containers.mergePatch(key(name), { metadata: { labels: { seen: 'yes' } } });
    });

    it.each([
      ['without a spec', 'bare', /spec is required: add it/],
      ['with a name that is too long', long, /must be no more than 63/],
    ])('is not Ready and waits for a person, in words of what to do: one %s', async (_what, name, words) => {
      const now = await notReady(scope, name, 'Invalid');
      expect(conditionOf(now, 'Ready')?.message).toMatch(words);
      expect(conditionOf(now, 'Stalled')?.status).toBe('True');
      expect(now.status?.currentPod ?? '').toBe('');
      expect(await podOf(scope, name)).toBeUndefined();
    });

    it('gets its Pod where only the image is one that would be refused now', async () => {
      const { status } = await ready(own.client.resource(ImmortalContainer), key(blank));
      expect(status?.startTimes).toBe(1);
    });

    it('becomes Ready when its spec is added, which cannot be removed any more', async () => {
      const containers = own.client.resource(ImmortalContainer);
      await containers.mergePatch(key('bare'), { spec: { image } });
      await ready(containers, key('bare'));
      expect(await refusal(containers.mergePatch(key('bare'), { spec: null }))).toContain('spec is required');
    });

    it.each(survivors)('is deleted once its finalizer is removed: %s', async (name) => {
      const containers = own.client.resource(ImmortalContainer);
      await containers.delete(key(name), { propagation: 'Background' });
      expect((await containers.get(key(name))).metadata.deletionTimestamp).toBeDefined();
      await containers.mergePatch(key(name), { metadata: { finalizers: null } });
      await until(`${name} is deleted`, async () => (await containers.tryGet(key(name))) === undefined);
    });
  });
});
