import { describe, expect, it } from 'vitest';

import type { Kind } from '../../../operator/runtime/src/base/index.ts';
import { unchecked } from '../../../operator/runtime/src/client/index.ts';
import { findCurrentCondition, type WithConditions, awaitCondition } from '../../support/conditions.ts';
import type { Manifest } from '../../support/manifests.ts';
import { testPatchesOfOthers, testDeletion } from '../support/stored-before-tests.ts';
import { useScope } from '../support/use-scope.ts';
import { type OwnedChild, works } from '../children/owned-child.ts';
import { bothKinds } from './both-kinds.ts';
import { simulated } from './echos.ts';
import { echosBefore, long, namespace } from './stored-before.ts';

const key = (name: string): { namespace: string; name: string } => ({ namespace, name });
const invalid = { type: 'Ready', status: 'False', reason: 'Invalid' };
const scope = useScope({ ...simulated, namespace });

describe.each(bothKinds)('a $api.kind that was stored before its CRD had validation rules', (kind: OwnedChild) => {
  const { api, child } = kind;
  const stored = { before: echosBefore(kind), client: () => scope().client };
  const resources = () => scope().client.resource(unchecked(api as Kind<WithConditions>));

  testPatchesOfOthers({ ...stored, names: ['bare', long] });

  it.each([
    ['without a spec', 'bare', /spec is required: add it/],
    ['with a name that is too long', long, /must be no more than (63|52)/],
  ])('is Invalid and Stalled, and its message explains the correction: an object %s', async (_what, name, words) => {
    const resource = await awaitCondition(resources(), key(name), invalid);
    expect(findCurrentCondition(resource, 'Ready')?.message).toMatch(words);
    expect(findCurrentCondition(resource, 'Stalled')?.status).toBe('True');
    expect(await scope().client.resource(child).tryGet(key(name))).toBeUndefined();
  });

  it('works once its spec is added, which is then required', async () => {
    const { spec } = kind.manifest({ namespace }, 'bare') as Manifest & { spec: object };
    await resources().mergePatch(key('bare'), { spec });
    await works(scope(), kind, 'bare');
    for (const name of ['bare', long]) {
      await expect(resources().mergePatch(key(name), { spec: null })).rejects.toThrow('spec is required');
    }
  });

  testDeletion({ ...stored, names: ['bare', long, 'leaving'] });
});
