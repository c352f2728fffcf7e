import { afterAll, beforeAll } from 'vitest';

import { startTestCluster, type TestCluster } from '../../support/test-cluster.ts';
import { testDiff } from '../diff/diff.suite.ts';
import { testDisruptions } from '../disruptions/disruptions.suite.ts';
import { testDryRun } from '../dry-run/dry-run.suite.ts';
import { testEnvironments } from '../environments/environments.suite.ts';
import { testRemoval } from '../removal/removal.suite.ts';
import { testFirstVersion } from '../take-over/first-version.suite.ts';

// What would disturb the tests on the shared cluster. These suites have one cluster, which costs 5 s of CPU time, and
// use it one after the other. The environments and the diff come first, because they need a cluster in which nothing is installed.
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
