import { Pet } from '../../../../operator/src/apis/index.ts';
import { pet } from '../../../../operator/src/controllers/index.ts';
import { startFaultyPetStore, type StoreCall } from '../../../../operator/src/testing/index.ts';
import { applyManifests, type Manifest } from '../../../support/manifests.ts';
import type { Call } from '../call.ts';
import type { Gate } from '../gates.ts';
import type { EndState, Outside, Place, Scenario } from '../scenario.ts';

const name = 'thor';
const thor = { name: 'Thor', type: 'dog', birthday: { year: 2021, month: 4, day: 1 } };
const created: EndState = {
  counts: { Pet: 1 },
  made: {},
  deleted: {},
  outside: [{ ...thor, isOurs: true }],
};
const gone: EndState = { ...created, counts: {}, outside: [] };
const told = {
  found: 'Found: Found Thor, who was added before, in the pet store as <uid>',
  removed: 'Removed: Removed <uid> from the pet store',
};
const remove = ({ client, namespace }: Place): Promise<unknown> =>
  client.resource(Pet).delete({ namespace, name }, { propagation: 'Background' });

/** A store of its own for each trial: whose pet is whose must not depend on what other trials left. */
async function petStore(): Promise<Outside> {
  const store = await startFaultyPetStore();
  const calls = new Map<number, Call>();
  const never = new Promise<never>(() => undefined);
  const callOf = ({ index, method }: StoreCall): Call => {
    const call = calls.get(index) ?? { text: method, logged: method, repeats: false };
    calls.set(index, call);
    return call;
  };
  return {
    settings: { PETSTORE_ADDRESS: store.address },
    guard(gate?: Gate) {
      store.hooks(
        gate && {
          before: (call) => (gate.arrived(callOf(call)) ? undefined : never),
          after: (call) => (gate.answered(callOf(call)) ? undefined : never),
        },
      );
    },
    logged: () => store.calls.map(({ method }) => method),
    left: (own) => {
      const { id: ours } = (own as Pet | undefined)?.status ?? {};
      return store.pets().map(({ id, ...rest }) => ({ ...rest, isOurs: id === ours }));
    },
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

export const petScenario: Scenario = {
  controller: pet,
  kinds: [],
  outside: petStore,
  resource: (namespace) =>
    ({
      apiVersion: 'petstore.example.com/v1alpha1',
      kind: 'Pet',
      metadata: { namespace, name },
      spec: { name: 'Thor', type: 'dog', birthday: '2021-04-01' },
    }) as Manifest,
  created,
  paths: [
    {
      title: 'create',
      makes: true,
      steps: [{ act: ({ client, resource }) => applyManifests(client, [resource]), seen: 'Ready' }],
      calls: [
        'patch pets/thor',
        'SearchPets',
        'apply pets/thor/status Synced=False/Adding Ready=False/Adding',
        'AddPets',
        'apply pets/thor/status Synced=True/InSync Ready=True/Ready',
        'create events "Added: Added Thor to the pet store as <uid>"',
      ],
      alsoTold: [told.found],
      end: created,
    },
    {
      title: 'renamed, and of another type',
      steps: [
        {
          act: ({ client, namespace }) =>
            client.resource(Pet).mergePatch({ namespace, name }, { spec: { name: 'Loki', type: 'cat' } }),
          seen: 'Ready',
        },
      ],
      calls: [
        'UpdatePets',
        'apply pets/thor/status Synced=True/InSync Ready=True/Ready',
        'create events "Updated: Updated Loki in the pet store"',
      ],
      end: { ...created, outside: [{ ...thor, name: 'Loki', type: 'cat', isOurs: true }] },
    },
    {
      title: 'delete',
      steps: [{ act: remove }],
      calls: ['DeletePets', 'create events "Removed: Removed <uid> from the pet store"', 'patch pets/thor'],
      alsoTold: [told.removed],
      end: gone,
    },
    {
      title: 'delete, of a pet whose id was not written down',
      makes: true,
      interrupted: { call: 'AddPets', moment: 'after' },
      steps: [{ act: remove }],
      calls: [
        'SearchPets',
        'apply pets/thor/status Synced=False/Adding Ready=False/Adding',
        `create events "${told.found}"`,
        'DeletePets',
        `create events "${told.removed}"`,
        'patch pets/thor',
      ],
      alsoTold: [told.removed],
      end: gone,
    },
    {
      title: 'delete, of a pet that the store was not asked to add yet',
      makes: true,
      interrupted: { call: 'apply pets/thor/status Synced=False/Adding Ready=False/Adding', moment: 'after' },
      steps: [{ act: remove }],
      calls: ['SearchPets', 'patch pets/thor'],
      end: gone,
    },
  ],
};
