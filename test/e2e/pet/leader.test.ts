import { describe, expect, it } from 'vitest';

import { Pet } from '../../../operator/src/kubewright.ts';
import { applyManifests } from '../../support/manifests.ts';
import { until } from '../../support/until.ts';
import { mark, requestsOf, writesIn } from '../support/requests.ts';
import { restartOperator } from '../support/restart.ts';
import { besidesWitnesses, idle, settled } from '../support/settled.ts';
import {
  applied,
  callsOf,
  change,
  untilDeleted,
  createReady,
  pet,
  petsIn,
  ready,
  removed,
  stored,
  storedThor,
  thor,
  usePets,
} from './pets.ts';

const names = Array.from({ length: 20 }, (_, index) => `pet-${String(index)}`);

describe('an operator with two replicas', () => {
  const { scope, store } = usePets({
    replicas: 2,
    // Calls that hang do not time out during a test.
    settings: { petstoreTimeout: '120s' },
  });

  it('calls the store from one replica only: one search for all Pets, and one addition for each', async () => {
    await Promise.all(names.map((name) => createReady(scope(), name, { ...thor, name })));
    await idle(scope());
    expect(callsOf(store(), 'AddPets')).toBe(names.length);
    expect(callsOf(store(), 'SearchPets')).toBe(1);
    expect(callsOf(store(), 'UpdatePets', 'DeletePets')).toBe(0);
    expect(petsIn(store()).map(({ name }) => name)).toEqual([...names].sort());
  });

  it('BUG-PS-3 continues with the same pets when the other replica takes over in the middle of its work', async () => {
    const before = new Map(petsIn(store()).map(({ name, id }) => [name, id]));
    await Promise.all([
      restartOperator(scope()),
      ...names.slice(0, 5).map((name) => change(scope(), name, { spec: { type: 'cat' } })),
      ...names.slice(5, 10).map((name) => removed(scope(), name)),
      ...names.map((name) => applied(scope(), `more-${name}`, { ...thor, name: `more-${name}` })),
    ]);
    for (const name of names.slice(5, 10)) await untilDeleted(scope(), name);
    for (const name of names.slice(0, 5)) {
      await ready(scope(), name);
      expect(petsIn(store(), name)).toEqual([{ ...storedThor, name, type: 'cat', id: before.get(name) }]);
    }
    for (const name of names.slice(10)) expect((await stored(scope(), name)).status?.id).toBe(before.get(name));
    for (const name of names) await ready(scope(), `more-${name}`);
    await idle(scope());
    const { items } = await scope().client.resource(Pet).list({ namespace: scope().namespace });
    expect(
      petsIn(store())
        .map(({ id }) => id)
        .sort(),
    ).toEqual(items.map(({ status }) => status?.id).sort());
  });

  it('writes nothing when the other replica takes over, and searches the store once', async () => {
    await settled(scope());
    store().forgetCalls();
    const since = await mark(scope());
    await restartOperator(scope());
    await until('the operator has searched the store', async () => callsOf(store(), 'SearchPets') > 0);
    await idle(scope());
    const writes = besidesWitnesses(writesIn(await requestsOf(scope(), since)));
    expect(writes).toEqual([]);
    expect(store().calls.map(({ method }) => method)).toEqual(['SearchPets']);
  });

  it('BUG-PS-5 reconciles another Pet while the calls for 50 Pets hang', async () => {
    const hanging = Array.from({ length: 50 }, (_, index) => `hanging-${String(index)}`);
    const answer = Promise.withResolvers<undefined>();
    const waiting = new Set<string>();
    store().hooks({
      before: async ({ request }) => {
        const [name] = /hanging-\d+/.exec(JSON.stringify(request)) ?? [];
        if (name === undefined) return;
        waiting.add(name);
        await answer.promise;
      },
    });
    await applyManifests(
      scope().client,
      hanging.map((name) => pet(scope().namespace, name, { ...thor, name })),
    );
    await until('all 50 calls hang', async () => waiting.size === hanging.length);
    await createReady(scope(), 'good', { ...thor, name: 'Good' });
    expect(petsIn(store(), 'Good')).toHaveLength(1);
    expect(petsIn(store(), ...hanging)).toEqual([]);
    answer.resolve(undefined);
    for (const name of hanging) await ready(scope(), name);
    expect(petsIn(store(), ...hanging).map(({ name }) => name)).toEqual([...hanging].sort());
  });
});
