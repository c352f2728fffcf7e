/**
 * Tests of a real control plane that run with `npm run test:faults`, because each takes a minute or more:
 * a control plane and its node; manifests in the order of Argo CD and Flux; changes to a whole cluster, such as the
 * manifests of every environment; the guide, and the page start.md, from an empty folder; projects of users; what
 * commands of `kubewright` do beyond `cli.test.ts`; a kind in two versions, release by release. `npm test` stays short
 * enough for every change; `npm run test:full` runs all.
 */
export const slowTests: readonly string[] = [
  'operator/control-plane/src/cluster.real.test.ts',
  'test/contract/start-control-plane.test.ts',
  'test/e2e/cli/add.test.ts',
  'test/e2e/cli/dev-crds.test.ts',
  'test/e2e/cli/dev-webhooks.test.ts',
  'test/e2e/cli/doctor.test.ts',
  'test/e2e/cli/originals.test.ts',
  'test/e2e/consumers/consumers.test.ts',
  'test/e2e/gitops/gitops.test.ts',
  'test/e2e/guide/guide.test.ts',
  'test/e2e/own-cluster/own-cluster.test.ts',
  'test/e2e/start/start.test.ts',
  'test/e2e/versions/versions.test.ts',
];
