import { describe, expect, it } from 'vitest';

import type { Kind } from '../../../operator/runtime/src/base/index.ts';
import { unchecked } from '../../../operator/runtime/src/client/index.ts';
import { conditionOf, type WithConditions, withCondition } from '../../support/conditions.ts';
import type { Manifest } from '../../support/manifests.ts';
import { until } from '../../support/until.ts';
import { useScope } from '../support/use-scope.ts';
import { bothKinds, type EchoKind } from './both-kinds.ts';
import { simulated } from './echos.ts';
import { long, namespace, storedEcho } from './stored-before.ts';

const key = (name: string): { namespace: string; name: string } => ({ namespace, name });
const invalid = { type: 'Ready', status: 'False', reason: 'Invalid' };
const scope = useScope({ ...simulated, namespace });

describe.each(bothKinds)('a $api.kind that was stored before its CRD had validation rules', (kind: EchoKind) => {
  const { api, child } = kind;
  const resources = () => scope().client.resource(unchecked(api as Kind<WithConditions>));

  it.each(['bare', long])('accepts a status condition and labels from others: %s', async (name) => {
    const condition = {
      ...{ type: 'example.com/Seen', status: 'True' as const, reason: 'Seen', message: '' },
      lastTransitionTime: '2030-01-01T00:00:00Z',
    };
    const { apiVersion, kind: kindName } = storedEcho(kind, name);
    const status = { apiVersion, kind: kindName, metadata: key(name), status: { conditions: [condition] } };
    const { object } = await resources().apply(status, { fieldManager: 'seer', subresource: 'status' });
    expect(object.status?.conditions).toContainEqual(condition);
    await resources().mergePatch(key(name), { metadata: { labels: { seen: 'yes' } } });
  });

  it.each([
    ['without a spec', 'bare', /spec is required: add it/],
    ['with a name that is too long', long, /must be no more than (63|52)/],
  ])('is Invalid and Stalled, and its message says what to do: a resource %s', async (_what, name, words) => {
    const resource = await withCondition(resources(), key(name), invalid);
    expect(conditionOf(resource, 'Ready')?.message).toMatch(words);
    expect(conditionOf(resource, 'Stalled')?.status).toBe('True');
    expect(await scope().client.resource(child).tryGet(key(name))).toBeUndefined();
  });

  it('works once its spec is added, which can then not be removed', async () => {
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
