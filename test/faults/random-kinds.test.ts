import { afterAll, beforeAll } from 'vitest';

import { systemClock } from '../../operator/runtime/src/base/index.ts';
import { connect } from '../../operator/runtime/src/client/index.ts';
import { testRandomKinds } from '../contract/api-server/random-kinds.suite.ts';
import { type ControlPlane, startControlPlane } from '../../operator/testing/src/index.ts';

let controlPlane: ControlPlane;

beforeAll(async () => {
  controlPlane = await startControlPlane({ components: { controllerManager: false, scheduler: false, kwok: false } });
});

// Runs last, after the suite has deleted its kinds.
afterAll(async () => {
  await controlPlane[Symbol.asyncDispose]();
});

testRandomKinds(async () => (await connect({ kubeconfig: controlPlane.kubeconfigPath, clock: systemClock })).client, {
  kinds: 100,
  sequences: 20,
  seed: 2,
});
