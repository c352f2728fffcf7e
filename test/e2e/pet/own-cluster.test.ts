import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Pet } from '../../../operator/src/apis/index.ts';
import { pathOf, unchecked } from '../../../operator/runtime/src/client/index.ts';
import { type CustomResourceDefinition, Namespace } from '../../../operator/runtime/src/kinds/index.ts';
import { conditionOf } from '../../support/conditions.ts';
import { installOperator } from '../../support/install-operator.ts';
import { applyManifests, type Manifest, readManifests } from '../../support/manifests.ts';
import { startTestCluster, type TestCluster } from '../../support/test-cluster.ts';
import { afterOutage, until } from '../../support/until.ts';
import {
  applied,
  change,
  finalizer,
  untilDeleted,
  notReady,
  originalFinalizer,
  pet,
  petsIn,
  type Place,
  ready,
  removed,
  stored,
  storedThor,
  thor,
  usePetStore,
} from './pets.ts';

/** The definition that the original installs. */
function definitionOfOriginal(ours: Manifest): Manifest {
  const { spec, ...rest } = structuredClone(ours) as Manifest & Pick<CustomResourceDefinition, 'spec'>;
  const openAPIV3Schema = {
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        required: ['birthday', 'name', 'type'],
        properties: {
          birthday: { type: 'string', format: 'date-time' },
          name: { type: 'string' },
          type: { type: 'string', enum: ['dog', 'cat', 'bird', 'reptile'] },
        },
      },
      status: { type: 'object', properties: { id: { type: 'string' } } },
    },
  };
  const version = {
    name: 'v1alpha1',
    served: true,
    storage: true,
    schema: { openAPIV3Schema },
    subresources: { status: {} },
  };
  return { ...rest, spec: { ...spec, versions: [version] } } as Manifest;
}

const longName = 'a'.repeat(64);
/** What people could store with the original. */
const survivors = {
  bare: undefined,
  empty: { ...thor, name: '' },
  spaced: { ...thor, name: ' Spaced\t' },
  long: { ...thor, name: longName },
} as const;
type Survivor = keyof typeof survivors;
const names = Object.keys(survivors) as readonly Survivor[];

describe('a cluster that the original operator had', () => {
  const store = usePetStore();
  let own: TestCluster;
  let place: Place;

  function survivor(name: Survivor): Manifest {
    const finalizers = [originalFinalizer];
    const { spec, ...rest } = pet('default', name, survivors[name] ?? {}) as Manifest & { spec: object };
    return { ...rest, metadata: { ...rest.metadata, finalizers }, ...(survivors[name] && { spec }) } as Manifest;
  }

  beforeAll(async () => {
    own = await startTestCluster();
    const { client, cluster } = own;
    place = { client, namespace: 'default' };
    const ours = readManifests('embedded', 'crds').find(({ metadata }) => metadata.name.startsWith('pets.'));
    await applyManifests(client, [definitionOfOriginal(ours!)]);
    for (const name of names)
      await until(`${name} is stored`, () => client.resource(unchecked(Pet)).create(survivor(name)));
    await applyManifests(client, [ours!]);
    await until('the rules are in force', async () => {
      const body = pet('default', 'late', { ...thor, name: ' late' });
      const path = pathOf(Pet, { namespace: 'default' });
      return (await client.transport.call({ method: 'POST', path, query: { dryRun: 'All' }, body })).status === 422;
    });
    // The garbage collector looks for new kinds every 30 s, and when it starts.
    await cluster.controlPlane.restart('kube-controller-manager');
  });

  afterAll(async () => {
    await own[Symbol.asyncDispose]();
  });

  it.each(names)('stored before the rules, status and labels can still be patched: %s', async (name) => {
    const pets = place.client.resource(Pet);
    const status = { id: `id of ${name}` };
    await pets.mergePatch({ namespace: 'default', name }, { status }, { subresource: 'status' });
    const { metadata } = await change(place, name, { metadata: { labels: { seen: 'yes' } } });
    expect(metadata.labels).toEqual({ seen: 'yes' });
    await pets.mergePatch({ namespace: 'default', name }, { status: null }, { subresource: 'status' });
  });

  it('stored before the rules, a Pet can be deleted and its finalizer be removed', async () => {
    const { metadata } = await stored(place, 'bare');
    await removed(place, 'bare');
    expect((await stored(place, 'bare')).metadata.deletionTimestamp).toBeDefined();
    await change(place, 'bare', { metadata: { finalizers: null } });
    await untilDeleted(place, 'bare');
    expect(metadata.finalizers).toEqual([originalFinalizer]);
  });

  describe('with our operator for all namespaces', () => {
    beforeAll(async () => {
      const { client } = own;
      await installOperator({
        ...{ client, namespace: 'kubewright-system', controllers: ['pet'] },
        settings: { petstoreAddress: store().address, petstoreResync: '1s' },
      });
    });

    it('BUG-PS-11 an empty name waits for a person, in words of what to do', async () => {
      const object = await notReady(place, 'empty', 'Invalid');
      expect(conditionOf(object, 'Ready')?.message).toBe('spec.name is blank: give the pet a name.');
      expect(conditionOf(object, 'Stalled')?.status).toBe('True');
      expect(petsIn(store(), '')).toEqual([]);
      await change(place, 'empty', { spec: { name: 'Named' } });
      await ready(place, 'empty');
      expect(petsIn(store(), 'Named')).toHaveLength(1);
    });

    it('BUG-PS-2 blanks around a name add one pet without them, whatever searches and changes follow', async () => {
      const { status } = await ready(place, 'spaced');
      const searches = (): number => store().calls.filter(({ method }) => method === 'SearchPets').length;
      const before = searches();
      await change(place, 'spaced', { metadata: { labels: { seen: 'again' } } });
      await until('the store was searched twice more', async () => searches() >= before + 2);
      expect(petsIn(store(), 'Spaced')).toEqual([{ ...storedThor, name: 'Spaced', id: status?.id }]);
      expect((await stored(place, 'spaced')).metadata.finalizers).toEqual([finalizer]);
    });

    it('a long name stays, as the store accepts it', async () => {
      const { status } = await ready(place, 'long');
      expect(petsIn(store(), longName).map(({ id }) => id)).toEqual([status?.id]);
    });

    it.each(['empty', 'spaced', 'long'] as const)('can be deleted: %s', async (name) => {
      await removed(place, name);
      await untilDeleted(place, name);
    });

    it('PS-A6 a namespace is deleted with its Pets, though the store is down when its deletion begins', async () => {
      const { client } = own;
      const doomed: Place = { client, namespace: 'doomed' };
      await client
        .resource(Namespace)
        .create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: doomed.namespace } });
      const pets = ['one', 'two', 'three'];
      for (const name of pets) await applied(doomed, name, { ...thor, name });
      for (const name of pets) await ready(doomed, name);
      await store().down();
      await client.resource(Namespace).delete({ name: doomed.namespace }, { propagation: 'Background' });
      await until('its Pets are being deleted', async () => {
        const { items } = await client.resource(Pet).list({ namespace: doomed.namespace });
        return items.length > 0 && items.every(({ metadata }) => metadata.deletionTimestamp !== undefined);
      });
      await store().up();
      await until(
        'it is deleted',
        async () => (await client.resource(Namespace).tryGet({ name: 'doomed' })) === undefined,
        afterOutage,
      );
      expect(petsIn(store())).toEqual([]);
    });
  });
});
