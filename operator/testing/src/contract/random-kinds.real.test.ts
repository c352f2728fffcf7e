import { inject } from 'vitest';

import { systemClock } from '../../../runtime/src/base/index.ts';
import { connect } from '../../../runtime/src/client/index.ts';
import { testRandomKinds } from './random-kinds.suite.ts';

// More of them are in test/faults.
testRandomKinds(async () => (await connect({ kubeconfig: inject('kubeconfigPath'), clock: systemClock })).client, {
  kinds: 12,
  sequences: 8,
  seed: 1,
});
