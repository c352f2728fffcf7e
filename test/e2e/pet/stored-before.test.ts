import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { Pet } from '../../../operator/src/kubewright.ts';
import { systemClock } from '../../../operator/runtime/src/base/index.ts';
import { connect } from '../../../operator/runtime/src/client/index.ts';
import { findCurrentCondition } from '../../support/conditions.ts';
import { until } from '../../support/until.ts';
import { testDeletion } from '../support/stored-before-tests.ts';
import {
  change,
  finalizer,
  untilDeleted,
  awaitPetNotReady,
  listStoredPets,
  type Place,
  awaitPetReady,
  deletePet,
  getPet,
  storedThor,
  usePets,
} from './pets.ts';
import { longName, names, petsBefore } from './stored-before.ts';

const { namespace } = petsBefore;

describe('a Pet that was stored under the upstream CRD', () => {
  let place: Place;

  beforeAll(async () => {
    const { client } = await connect({ kubeconfig: inject('kubeconfigPath'), clock: systemClock });
    place = { client, namespace };
  });

  afterAll(() => place.client.transport.close());

  it.each(names)('accepts patches of status and labels: %s', async (name) => {
    const pets = place.client.resource(Pet);
    const status = { id: `id of ${name}` };
    await pets.mergePatch({ namespace, name }, { status }, { subresource: 'status' });
    const { metadata } = await change(place, name, { metadata: { labels: { seen: 'yes' } } });
    expect(metadata.labels).toEqual({ seen: 'yes' });
    await pets.mergePatch({ namespace, name }, { status: null }, { subresource: 'status' });
  });

  testDeletion({ before: petsBefore, client: () => place.client, names: ['bare'] });

  describe('with our operator', () => {
    const { store } = usePets({ namespace, settings: { petstoreResync: '1s' } });

    it('BUG-PS-11 is Invalid and Stalled with an empty name, and its message explains the correction', async () => {
      const object = await awaitPetNotReady(place, 'empty', 'Invalid');
      expect(findCurrentCondition(object, 'Ready')?.message).toBe('spec.name is blank: set a name.');
      expect(findCurrentCondition(object, 'Stalled')?.status).toBe('True');
      expect(listStoredPets(store(), '')).toEqual([]);
      await change(place, 'empty', { spec: { name: 'Named' } });
      await awaitPetReady(place, 'empty');
      expect(listStoredPets(store(), 'Named')).toHaveLength(1);
    });

    it('BUG-PS-2 has one pet with a trimmed name if its name has white space around it, also after searches and changes', async () => {
      const { status } = await awaitPetReady(place, 'spaced');
      const searches = (): number => store().calls.filter(({ method }) => method === 'SearchPets').length;
      const before = searches();
      await change(place, 'spaced', { metadata: { labels: { seen: 'again' } } });
      await until('the store was searched twice more', async () => searches() >= before + 2);
      expect(listStoredPets(store(), 'Spaced')).toEqual([{ ...storedThor, name: 'Spaced', id: status?.id }]);
      expect((await getPet(place, 'spaced')).metadata.finalizers).toEqual([finalizer]);
    });

    it('retains a name that is too long for our rules, because the store accepts it', async () => {
      const { status } = await awaitPetReady(place, 'long');
      expect(listStoredPets(store(), longName).map(({ id }) => id)).toEqual([status?.id]);
    });

    it.each(['empty', 'spaced', 'long'] as const)('can be deleted: %s', async (name) => {
      await deletePet(place, name);
      await untilDeleted(place, name);
    });
  });
});
