import { afterAll, beforeAll, describe } from 'vitest';

import { cafesImage } from '../../support/cafe/installed-cafes.ts';
import { startTestCluster, type TestCluster } from '../../support/test-cluster.ts';
import { testCaBundle } from './ca-bundle.suite.ts';
import { Cafes } from './cafes.ts';
import { testOwnStart } from './own-start.suite.ts';
import { testUpgrade } from './upgrade.suite.ts';

// One after the other, because a cluster can have only one CRD of a kind. Longer tests are in
// `test/faults/versions.test.ts`.
let cluster: TestCluster;
let cafes: Cafes;

beforeAll(async () => {
  cluster = await startTestCluster({ node: { images: [cafesImage], volumeSyncMs: 200 } });
  cafes = await Cafes.in(cluster);
});

afterAll(async () => {
  await cluster[Symbol.asyncDispose]();
});

describe('an upgrade', () => testUpgrade(() => cafes));
describe('while no replica runs', () => testOwnStart(() => cafes));
describe('caBundle of a CRD', () => testCaBundle(() => cafes));
