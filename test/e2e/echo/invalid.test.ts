import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Kind } from '../../../operator/runtime/src/base/index.ts';
import { pathOf, type Sent, type Status, unchecked } from '../../../operator/runtime/src/client/index.ts';
import type { CustomResourceDefinition } from '../../../operator/runtime/src/kinds/index.ts';
import { conditionOf, type WithConditions, withCondition } from '../../support/conditions.ts';
import { installOperator } from '../../support/install-operator.ts';
import { applyManifests, type Manifest, readManifests } from '../../support/manifests.ts';
import { startTestCluster, type TestCluster } from '../../support/test-cluster.ts';
import { until } from '../../support/until.ts';
import { bothKinds, type EchoKind } from './both-kinds.ts';
import { simulated } from './echos.ts';

const namespace = 'default';
const key = (name: string): { namespace: string; name: string } => ({ namespace, name });
const long = 'a'.repeat(70);
const invalid = { type: 'Ready', status: 'False', reason: 'Invalid' };

/** The CRD as it was when it had no rules yet. */
function withoutRules(crd: Manifest): Manifest {
  const copy = structuredClone(crd) as Manifest & Pick<CustomResourceDefinition, 'spec'>;
  for (const { schema } of copy.spec.versions) {
    delete (schema?.openAPIV3Schema as Record<string, unknown>)['x-kubernetes-validations'];
  }
  return copy;
}

/** A resource that the rules would refuse. */
function survivor({ manifest }: EchoKind, name: string): Manifest {
  const { spec, ...rest } = manifest({ namespace }, name) as Manifest & { spec: object };
  return {
    ...rest,
    metadata: { ...key(name), finalizers: ['example.com/kept'] },
    ...(name === long && { spec }),
  } as Manifest;
}

describe.each(bothKinds)('a $api.kind that was stored before its rules', (kind: EchoKind) => {
  const { api, child } = kind;
  const resources = () => own.client.resource(unchecked(api as Kind<WithConditions>));

  it.each(['bare', long])('can still be patched by others, status and labels: %s', async (name) => {
    const condition = {
      ...{ type: 'example.com/Seen', status: 'True' as const, reason: 'Seen', message: '' },
      lastTransitionTime: '2030-01-01T00:00:00Z',
    };
    const { apiVersion, kind: kindName } = survivor(kind, name);
    const status = { apiVersion, kind: kindName, metadata: key(name), status: { conditions: [condition] } };
    const { object } = await resources().apply(status, { fieldManager: 'seer', subresource: 'status' });
    expect(object.status?.conditions).toContainEqual(condition);
    await resources().mergePatch(key(name), { metadata: { labels: { seen: 'yes' } } });
  });

  it.each([
    ['without a spec', 'bare', /spec is required: add it/],
    ['with a name that is too long', long, /must be no more than (63|52)/],
  ])('is not Ready and waits for a person, in words of what to do: one %s', async (_what, name, words) => {
    const resource = await withCondition(resources(), key(name), invalid);
    expect(conditionOf(resource, 'Ready')?.message).toMatch(words);
    expect(conditionOf(resource, 'Stalled')?.status).toBe('True');
    expect(await own.client.resource(child).tryGet(key(name))).toBeUndefined();
  });

  it('works when its spec is added, which cannot be removed any more', async () => {
    const { spec } = kind.manifest({ namespace }, 'bare') as Manifest & { spec: object };
    await resources().mergePatch(key('bare'), { spec });
    await withCondition(resources(), key('bare'), kind.works);
    for (const name of ['bare', long]) {
      await expect(resources().mergePatch(key(name), { spec: null })).rejects.toThrow('spec is required');
    }
  });

  it.each(['bare', long, 'leaving'])('is deleted once its finalizer is removed: %s', async (name) => {
    await resources().delete(key(name), { propagation: 'Background' });
    expect((await resources().get(key(name))).metadata.deletionTimestamp).toBeDefined();
    await resources().mergePatch(key(name), { metadata: { finalizers: null } });
    await until(`${name} is deleted`, async () => (await resources().tryGet(key(name))) === undefined);
  });
});

let own: TestCluster;

beforeAll(async () => {
  own = await startTestCluster();
  const { client, cluster } = own;
  const ours = readManifests('embedded', 'crds').filter(({ metadata }) => metadata.name.endsWith('.mmontes.io'));
  await applyManifests(client, ours.map(withoutRules));
  for (const kind of bothKinds) {
    for (const name of ['bare', long, 'leaving']) {
      await until(`${name} is stored`, () => client.resource(unchecked(kind.api)).create(survivor(kind, name)));
    }
  }
  await applyManifests(client, ours);
  for (const kind of bothKinds) {
    await until('the rules are in force', async () =>
      (await refusedAs(kind.api, survivor(kind, 'late')))?.includes('spec is required'),
    );
  }
  // The garbage collector looks for new kinds every 30 s, and when it starts.
  await cluster.controlPlane.restart('kube-controller-manager');
  const { controllers, settings } = simulated;
  await installOperator({ client, namespace: 'kubewright-system', namespaces: [namespace], controllers, settings });
});

afterAll(async () => {
  await own[Symbol.asyncDispose]();
});

/** Why the API server refuses to create it; `undefined` if it would create it. */
async function refusedAs(kind: Kind, body: Sent): Promise<string | undefined> {
  const path = pathOf(kind, { namespace });
  const answer = await own.client.transport.call({ method: 'POST', path, query: { dryRun: 'All' }, body });
  return answer.status >= 400 ? (answer.body as Status).message : undefined;
}
