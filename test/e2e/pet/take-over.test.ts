import { describe, expect, it } from 'vitest';

import { Pet } from '../../../operator/src/apis/index.ts';
import { keyIn, type Scope } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { madeBy } from '../support/left-by.ts';
import { mark, requestsOf, writesIn } from '../support/requests.ts';
import { idle, settled } from '../support/settled.ts';
import { watched } from '../support/watched.ts';
import {
  applied,
  callsOf,
  change,
  finalizer,
  untilDeleted,
  originalFinalizer,
  petsIn,
  ready,
  removed,
  stored,
  storedThor,
  storedTron,
  thor,
  tron,
  usePets,
} from './pets.ts';

/** What the original has left in the cluster, and what its store holds of it. */
const left = {
  /** In sync, as it mostly was. */
  kept: { spec: thor, id: 'kept-id' },
  /** The store was restarted meanwhile: the original would have added it at its next event. */
  lost: { spec: { ...tron, name: 'Lost' }, id: 'lost-id' },
  /** It was renamed, and the original added another one instead. */
  renamed: { spec: { ...thor, name: 'Thorbert' }, id: 'renamed-id' },
  /** Somebody else holds it back, too. */
  shared: { spec: { ...thor, name: 'Shared' }, id: 'shared-id' },
  /** It was deleted while no operator ran. */
  leaving: { spec: { ...thor, name: 'Leaving' }, id: 'leaving-id' },
  /** Its status could not be written after it was added. */
  unknown: { spec: { ...thor, name: 'Unknown' }, id: undefined },
} as const;
const orphan = { ...storedThor, id: 'orphan-of-renamed' };
const foreign = 'example.com/kept';

/** As the original leaves them: created by people, with its finalizer and its ids added by merge patches. */
async function before({ client, namespace }: Pick<Scope, 'client' | 'namespace'>): Promise<void> {
  const pets = client.resource(Pet);
  for (const [name, { spec, id }] of Object.entries(left)) {
    const { metadata } = await madeBy(client, 'kubectl-create', {
      kind: Pet,
      body: { metadata: { namespace, name }, spec },
    });
    const finalizers = name === 'shared' ? [foreign, originalFinalizer] : [originalFinalizer];
    await pets.mergePatch(metadata, { metadata: { finalizers } }, { fieldManager: 'manager' });
    if (id !== undefined) {
      await pets.mergePatch(metadata, { status: { id } }, { fieldManager: 'manager', subresource: 'status' });
    }
  }
  await pets.delete({ namespace, name: 'leaving' }, { propagation: 'Background' });
}

const { scope, store } = usePets({
  before: async (place) => {
    const { kept, renamed, shared, leaving } = left;
    const held = [kept, renamed, shared, leaving].map(({ spec, id }) => ({ ...storedThor, name: spec.name, id }));
    store().put(...held, orphan);
    await before(place);
  },
});

describe('what the original operator left', () => {
  it('is adopted: its pet stays, and one patch changes nothing but the finalizer', async () => {
    const object = await ready(scope(), 'kept');
    expect(object.status?.id).toBe('kept-id');
    expect(object.metadata.finalizers).toEqual([finalizer]);
    await idle(scope());
    const writes = writesIn(await requestsOf(scope())).filter((write) => write.includes('/kept'));
    expect(writes).toEqual(['patch pets/kept 200', 'patch pets/kept/status 200']);
    expect(
      petsIn(store(), 'Thor')
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['kept-id', orphan.id]);
    const asked = store().calls.map(({ request }) => JSON.stringify(request));
    expect(asked.filter((request) => request.includes('kept-id'))).toEqual([]);
  });

  it('PS-A5 is added again where its store has lost it', async () => {
    const { status } = await ready(scope(), 'lost');
    expect(petsIn(store(), 'Lost')).toEqual([{ ...storedTron, name: 'Lost', id: status?.id }]);
  });

  it('BUG-PS-1 keeps the pet that it has now where it was renamed, and what that left behind is not touched', async () => {
    expect((await ready(scope(), 'renamed')).status?.id).toBe('renamed-id');
    expect(petsIn(store())).toContainEqual(orphan);
  });

  it('BUG-PS-3 is added where nothing says that it was', async () => {
    const { status } = await ready(scope(), 'unknown');
    expect(petsIn(store(), 'Unknown').map(({ id }) => id)).toEqual([status?.id]);
  });

  it('is removed with its pet where it was deleted while no operator ran', async () => {
    await untilDeleted(scope(), 'leaving');
    expect(petsIn(store(), 'Leaving')).toEqual([]);
  });

  it('BUG-PS-9 keeps the finalizers of others, in their order', async () => {
    expect((await ready(scope(), 'shared')).metadata.finalizers).toEqual([foreign, finalizer]);
  });

  it('costs nothing more', async () => {
    await settled(scope());
    store().forgetCalls();
    const since = await mark(scope());
    await settled(scope());
    const writes = writesIn(await requestsOf(scope(), since)).filter((write) => !write.includes('witness-'));
    expect(writes).toEqual([]);
    expect(callsOf(store(), 'UpdatePets', 'DeletePets')).toBe(0);
  });
});

describe('finalizers', () => {
  it('BUG-PS-9 are replaced in one patch, which is sent again if somebody else adds theirs', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `race-${String(index)}`);
    await using pets = await watched(scope(), Pet);
    await Promise.all(
      names.map(async (name) => {
        const { metadata } = await madeBy(scope().client, 'kubectl-create', {
          kind: Pet,
          body: {
            metadata: { namespace: scope().namespace, name, finalizers: [originalFinalizer] },
            spec: { ...thor, name },
          },
        });
        await until('a finalizer is added beside the operator', async () => {
          const { metadata: now } = await stored(scope(), name);
          const finalizers = [...(now.finalizers ?? []), foreign];
          const { resourceVersion } = now;
          await change(scope(), name, { metadata: { resourceVersion, finalizers } });
          return true;
        });
        return metadata;
      }),
    );
    for (const name of names) {
      const { metadata } = await ready(scope(), name);
      expect([...(metadata.finalizers ?? [])].sort()).toEqual([foreign, finalizer].sort());
      // There was no moment at which nothing of ours held it back, nor both did.
      const seen = pets.changes.filter(({ object }) => object.metadata.name === name);
      for (const { object } of seen) {
        const ours = object.metadata.finalizers?.filter((each) => [finalizer, originalFinalizer].includes(each));
        expect(ours).toHaveLength(1);
      }
    }
  });

  it('BUG-PS-3 are there before the store is asked to add a pet', async () => {
    await using pets = await watched(scope(), Pet);
    const add = store().stopAt('before');
    await applied(scope(), 'guarded', { ...thor, name: 'Guarded' });
    await add.reached;
    expect((await stored(scope(), 'guarded')).metadata.finalizers).toEqual([finalizer]);
    add.release();
    await ready(scope(), 'guarded');
    const seen = pets.changes.filter(({ object }) => object.metadata.name === 'guarded');
    const first = seen.find(({ object }) => object.status?.adding !== undefined);
    expect(first?.object.metadata.finalizers).toEqual([finalizer]);
  });

  it('are added again where somebody removed ours', async () => {
    await change(scope(), 'guarded', { metadata: { finalizers: null } });
    await until('ours is there again', async () =>
      (await stored(scope(), 'guarded')).metadata.finalizers?.includes(finalizer),
    );
  });

  it('BUG-PS-9 release a Pet that is deleted while somebody else adds and removes theirs', async () => {
    await removed(scope(), 'race-0');
    const left = await until('ours is deleted', async () => {
      const { metadata } = await stored(scope(), 'race-0');
      return metadata.finalizers?.includes(finalizer) === false && metadata.finalizers;
    });
    expect(left).toEqual([foreign]);
    expect(petsIn(store(), 'race-0')).toEqual([]);
    await scope()
      .client.resource(Pet)
      .mergePatch(keyIn(scope(), 'race-0'), { metadata: { finalizers: null } });
    await untilDeleted(scope(), 'race-0');
  });
});
