import { inject } from 'vitest';

import { systemClock } from '@kubewright/runtime/internal/base';
import { connect } from '@kubewright/runtime/internal/client';
import { testRandomKinds } from './random-kinds.suite.ts';

// Compares few kinds; `test/faults` compares more.
testRandomKinds(async () => (await connect({ kubeconfig: inject('kubeconfigPath'), clock: systemClock })).client, {
  kinds: 12,
  sequences: 8,
  seed: 1,
});
