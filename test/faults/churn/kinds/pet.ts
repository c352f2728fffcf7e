import { Pet } from '../../../../operator/src/apis/index.ts';
import type { TypeOf } from '../../../../operator/runtime/src/base/index.ts';
import type { ChurnKind } from '../churn-kind.ts';

const types = ['dog', 'cat', 'bird', 'reptile'];

/** A Pet has no child in the cluster, only an entry in the pet store, which `pets-in-store.ts` compares. */
export const pets: ChurnKind<TypeOf<typeof Pet>> = {
  api: Pet,
  spec: (random) => ({
    name: `Pet ${String(random.below(5))}`,
    type: random.pick(types),
    birthday: `2020-02-0${String(1 + random.below(5))}`,
  }),
  childrenOf: () => [],
  childEdits: [],
};
