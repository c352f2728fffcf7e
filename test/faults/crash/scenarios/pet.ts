import { Pet } from '../../../../operator/src/apis/index.ts';
import { pet } from '../../../../operator/src/controllers/index.ts';
import type { Pet as StoredPet } from '../../../../operator/src/pet-store/client/index.ts';
import {
  type FaultyPetStore,
  startFaultyPetStore,
  type StoreCall,
} from '../../../../operator/src/pet-store/testing/index.ts';
import { applyManifests, type Manifest } from '../../../support/manifests.ts';
import type { Call } from '../call.ts';
import type { Gate, Gates } from '../gates.ts';
import type { EndState, Outside, Place, Scenario } from '../scenario.ts';

const name = 'thor';
const shared = ['SearchPets'];
const thor = { name: '<namespace>', type: 'dog', birthday: { year: 2021, month: 4, day: 1 } };
const created: EndState = {
  counts: { Pet: 1 },
  created: {},
  deleted: {},
  outside: [{ ...thor, isOurs: true }],
};
const deleted: EndState = { ...created, counts: {}, outside: [] };
const notes = {
  found: 'Found: Found pet <namespace> (<uid>) in the pet store, added before',
  removed: 'Removed: Removed pet <namespace> (<uid>) from the pet store',
};
const remove = ({ client, namespace }: Place): Promise<unknown> =>
  client.resource(Pet).delete({ namespace, name }, { propagation: 'Background' });

const stores = new WeakMap<Outside, FaultyPetStore>();

/** A store of its own for each operator. Each Pet's pet has the name of its namespace, so that all know whose it is. */
async function petStore(left: readonly Outside[] = []): Promise<Outside> {
  const store = await startFaultyPetStore({ pets: left.flatMap((each) => stores.get(each)?.pets() ?? []) });
  const calls = new Map<number, Call>();
  const never = new Promise<never>(() => undefined);

  function callOf(storeCall: StoreCall, gates: Gates): Call {
    const { index, method } = storeCall;
    const names = namesIn(storeCall, store.pets());
    const namespace = [...gates.keys()].find((each) => names.includes(each));
    const isShared = shared.includes(method);
    const call = calls.get(index) ?? { text: method, namespace, logged: method, repeats: false, isShared };
    calls.set(index, call);
    return call;
  }

  const outside: Outside = {
    settings: { PETSTORE_ADDRESS: store.address },
    guard(gates) {
      const passes = (storeCall: StoreCall, moment: 'arrived' | 'answered'): Promise<never> | undefined => {
        const call = callOf(storeCall, gates ?? new Map());
        const passed = gatesOf(call, gates).map((gate) => gate[moment](call));
        return passed.includes(false) ? never : undefined;
      };
      store.hooks(gates && { before: (call) => passes(call, 'arrived'), after: (call) => passes(call, 'answered') });
    },
    logged(namespace) {
      const owner = ({ index }: StoreCall): string => calls.get(index)?.namespace ?? namespace;
      return store.calls.filter((call) => owner(call) === namespace).map(({ method }) => method);
    },
    left: (namespace, own) => {
      const { id: ours } = (own as Pet | undefined)?.status ?? {};
      return store
        .pets()
        .filter(({ name: each }) => each.includes(namespace))
        .map(({ id, ...rest }) => ({
          ...rest,
          name: rest.name.replace(namespace, '<namespace>'),
          isOurs: id === ours,
        }));
    },
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
  stores.set(outside, store);
  return outside;
}

/** The gates that a call passes: a search is for all Pets. */
function gatesOf({ namespace = '', isShared = false }: Call, gates: Gates = new Map()): readonly Gate[] {
  const own = gates.get(namespace);
  if (isShared) return [...gates.values()];
  return own === undefined ? [] : [own];
}

/** The names of the pets that a call is about, in one text. */
function namesIn({ request }: StoreCall, held: readonly StoredPet[]): string {
  const { pets = [], ids = [] } = request as { pets?: readonly { name: string }[]; ids?: readonly string[] };
  return [...pets, ...held.filter(({ id }) => ids.includes(id))].map(({ name: each }) => each).join(' ');
}

export const petScenario: Scenario = {
  controller: pet,
  kinds: [],
  outside: petStore,
  shared,
  resource: (namespace) =>
    ({
      apiVersion: 'petstore.example.com/v1alpha1',
      kind: 'Pet',
      metadata: { namespace, name },
      spec: { name: namespace, type: 'dog', birthday: '2021-04-01' },
    }) as Manifest,
  created,
  rights: { children: [], change: (turn, namespace) => ({ name: `${namespace}-${String(turn % 2)}` }) },
  paths: [
    {
      title: 'create',
      creates: true,
      steps: [{ act: ({ client, resource }) => applyManifests(client, [resource]), seen: 'Ready' }],
      calls: [
        'patch pets/thor',
        'SearchPets',
        'apply pets/thor/status Synced=False/Adding Ready=False/Adding',
        'AddPets',
        'apply pets/thor/status Synced=True/InSync Ready=True/Ready',
        'create events "Added: Added pet <namespace> (<uid>) to the pet store"',
      ],
      mayAlsoEmit: [notes.found],
      end: created,
    },
    {
      title: 'renamed, and of another type',
      steps: [
        {
          act: ({ client, namespace }) =>
            client.resource(Pet).mergePatch({ namespace, name }, { spec: { name: `${namespace}-loki`, type: 'cat' } }),
          seen: 'Ready',
        },
      ],
      calls: [
        'UpdatePets',
        'apply pets/thor/status Synced=True/InSync Ready=True/Ready',
        'create events "Updated: Updated pet <namespace>-loki (<uid>) in the pet store"',
      ],
      end: { ...created, outside: [{ ...thor, name: '<namespace>-loki', type: 'cat', isOurs: true }] },
    },
    {
      title: 'delete',
      steps: [{ act: remove }],
      calls: [
        'DeletePets',
        'create events "Removed: Removed pet <namespace> (<uid>) from the pet store"',
        'patch pets/thor',
      ],
      mayAlsoEmit: [notes.removed],
      end: deleted,
    },
    {
      title: 'delete, of a pet whose id was not written down',
      creates: true,
      interrupted: { call: 'AddPets', moment: 'after' },
      steps: [{ act: remove }],
      calls: [
        'SearchPets',
        'apply pets/thor/status Synced=False/Adding Ready=False/Adding',
        `create events "${notes.found}"`,
        'DeletePets',
        `create events "${notes.removed}"`,
        'patch pets/thor',
      ],
      mayAlsoEmit: [notes.removed],
      end: deleted,
    },
    {
      title: 'delete, of a pet that the store was not asked to add yet',
      creates: true,
      interrupted: { call: 'apply pets/thor/status Synced=False/Adding Ready=False/Adding', moment: 'after' },
      steps: [{ act: remove }],
      calls: ['SearchPets', 'patch pets/thor'],
      end: deleted,
    },
  ],
};
