import { afterAll, beforeAll, describe } from 'vitest';

import { release1 } from '../../support/samples/cafe/index.ts';
import { cafesImage } from '../../support/cafe/installed-cafes.ts';
import { images } from '../../support/operator-image.ts';
import { startTestCluster } from '../../support/test-cluster.ts';
import { testArgoCd } from './argo-cd.suite.ts';
import { CafesProject } from './cafes-project.ts';
import { testDefinitions } from './definitions.suite.ts';
import { testFlux } from './flux.suite.ts';
import { testFolders } from './folders.suite.ts';
import type { GitOpsTests } from './gitops-tests.ts';
import { writeBefore, writeNow } from './our-folder.ts';

// Argo CD and Flux do not run here. These suites apply manifests in the same order and with the same field managers, on
// a separate real control plane, because manifests install cluster-scoped objects.
let tests: GitOpsTests;
const shared = (): GitOpsTests => tests;

beforeAll(async () => {
  const [own, cafes, ours, before] = await Promise.all([
    startTestCluster({ node: { images: [cafesImage, ...images] } }),
    CafesProject.create(),
    writeNow(),
    writeBefore(),
  ]);
  await cafes.release(release1);
  tests = { own, cafes, ours, before };
});

afterAll(async () => {
  const { own, ...folders } = tests;
  await own[Symbol.asyncDispose]();
  for (const folder of Object.values(folders)) await folder[Symbol.asyncDispose]();
});

describe('the manifests of users', () => testFolders(shared));
describe('the CRDs of Argo CD and Flux', () => testDefinitions(shared));
describe('Flux, step by step', () => testFlux(shared));
describe('Argo CD, step by step', () => testArgoCd(shared));
