/**
 * Tests of a real control plane that run with the faults (`npm run test:faults`), as each takes a minute or more: the page
 * start.md from an empty folder, manifests in the order of Argo CD and Flux, a kind in two versions release by release, and
 * how a control plane starts. `npm test` stays short enough for every change; `.ci/run` runs all.
 */
export const slowTests: readonly string[] = [
  'operator/testing/src/control-plane/start-control-plane.real.test.ts',
  'test/e2e/gitops/gitops.test.ts',
  'test/e2e/start/start.test.ts',
  'test/e2e/versions/versions.test.ts',
];
