import { afterAll, beforeAll } from 'vitest';

import { startTestCluster, type TestCluster } from '../../support/test-cluster.ts';
import { testDiff } from '../diff/diff.suite.ts';
import { testDisruptions } from '../disruptions/disruptions.suite.ts';
import { testDryRun } from '../dry-run/dry-run.suite.ts';
import { testEnvironments } from '../environments/environments.suite.ts';
import { testRemoval } from '../removal/removal.suite.ts';
import { testFirstVersion } from '../take-over/first-version.suite.ts';

// These suites would disturb tests on the shared cluster. They use another one, one after the other, because each
// cluster costs 5 s of CPU time. The environments and the diff come first, because they need a cluster without any
// installation.
let cluster: TestCluster;
const own = (): TestCluster => cluster;

beforeAll(async () => {
  cluster = await startTestCluster();
});

afterAll(async () => {
  await cluster[Symbol.asyncDispose]();
});

testEnvironments(own);
testDiff(own);
testFirstVersion(own);
testDryRun(own);
testDisruptions(own);
testRemoval(own);
