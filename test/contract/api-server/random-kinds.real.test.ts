import { inject } from 'vitest';

import { systemClock } from '@kubewright/runtime/internal/base';
import { connect } from '@kubewright/runtime/internal/client';
import { testRandomKinds } from './random-kinds.suite.ts';

// test/faults runs more of them.
testRandomKinds(async () => (await connect({ kubeconfig: inject('kubeconfigPath'), clock: systemClock })).client, {
  kinds: 12,
  sequences: 8,
  seed: 1,
});
