import { Pet } from '../../../../operator/src/apis/index.ts';
import type { TypeOf } from '../../../../operator/runtime/src/base/index.ts';
import type { Churned } from '../churned.ts';

const types = ['dog', 'cat', 'bird', 'reptile'];

/** Its child is in the store, see `pets-in-store.ts`. */
export const pets: Churned<TypeOf<typeof Pet>> = {
  api: Pet,
  spec: (random) => ({
    name: `Pet ${String(random.below(5))}`,
    type: random.pick(types),
    birthday: `2020-02-0${String(1 + random.below(5))}`,
  }),
  childrenOf: () => [],
  meddling: [],
};
