import type { TypeOf } from '../../../operator/runtime/src/base/index.ts';
import { Pet, pet } from '../../../operator/src/kubewright.ts';
import { badDates } from '../../e2e/hostile/texts.ts';
import type { Victim } from '../../e2e/hostile/victim.ts';
import type { ChurnKind } from '../../faults/churn/churn-kind.ts';
import { outsideStore, sharedCalls } from '../../faults/crash/outside-store.ts';
import type { EndState, Place, Scenario } from '../../faults/crash/scenario.ts';
import { applyManifests, type Manifest } from '../manifests.ts';
import type { KindExample } from './kinds.ts';

const victim: Victim = {
  api: Pet,
  spec: { name: 'Rex', type: 'dog', birthday: '2020-02-29' },
  more: { birthday: badDates },
  ofCluster: [],
};

const types = ['dog', 'cat', 'bird', 'reptile'];

/**
 * Random specs of Pets. A Pet has no child in the cluster, only an entry in the pet store, which `pets-in-store.ts`
 * compares.
 */
const churn: ChurnKind<TypeOf<typeof Pet>> = {
  api: Pet,
  spec: (random) => ({
    name: `Pet ${String(random.below(5))}`,
    type: random.pick(types),
    birthday: `2020-02-0${String(1 + random.below(5))}`,
  }),
  buildChildren: () => [],
  childEdits: [],
};

const name = 'thor';
const thor = { name: '<namespace>', type: 'dog', birthday: { year: 2021, month: 4, day: 1 } };
const created: EndState = {
  counts: { Pet: 1 },
  created: {},
  deleted: {},
  outside: [{ ...thor, isOurs: true }],
};
const deleted: EndState = { ...created, counts: {}, outside: [] };
const notes = {
  found: 'Found: Found pet <namespace> (<uid>) in the pet store: an earlier attempt added it',
  removed: 'Removed: Removed pet <namespace> (<uid>) from the pet store',
};
const remove = ({ client, namespace }: Place): Promise<unknown> =>
  client.resource(Pet).delete({ namespace, name }, { propagation: 'Background' });

const crash: Scenario = {
  controller: pet,
  kinds: [],
  outside: outsideStore,
  shared: sharedCalls,
  resource: (namespace) =>
    ({
      apiVersion: 'petstore.example.com/v1alpha1',
      kind: 'Pet',
      metadata: { namespace, name },
      spec: { name: namespace, type: 'dog', birthday: '2021-04-01' },
    }) as Manifest,
  created,
  permissions: { children: [], change: (turn, namespace) => ({ name: `${namespace}-${String(turn % 2)}` }) },
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
      title: 'delete, of a pet whose id was not stored',
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
      title: 'delete, of a pet that was not added to the store yet',
      creates: true,
      interrupted: { call: 'apply pets/thor/status Synced=False/Adding Ready=False/Adding', moment: 'after' },
      steps: [{ act: remove }],
      calls: ['SearchPets', 'patch pets/thor'],
      end: deleted,
    },
  ],
};

export const example: KindExample = { victim, churn, crash };
