/**
 * The files of the slow suites that `.ci/run` runs, at least one per failure mode and delivery method: together they
 * take about three minutes. The nightly workflow runs all files. A suite without an entry runs completely.
 */
export const smokeFiles: Readonly<Record<string, readonly string[]>> = {
  'test:faults': [
    'test/faults/crash/crash.test.ts',
    'test/faults/handover.test.ts',
    'test/faults/obstacles.test.ts',
    'test/e2e/gitops/gitops.test.ts',
    'test/e2e/guide/guide.test.ts',
  ],
  'test:delivery': [
    'test/delivery/equality/equality.test.ts',
    'test/delivery/equality/limited.test.ts',
    'test/delivery/helm/kubectl-apply.test.ts',
    'test/delivery/helm/subchart.test.ts',
    'test/delivery/helm/values.test.ts',
    'test/delivery/monitoring/alerts.test.ts',
    'test/delivery/monitoring/definitions.test.ts',
    'test/delivery/olm/bundle-image.test.ts',
    'test/delivery/olm/olm-v1.test.ts',
    'test/delivery/olm/validators.test.ts',
    'test/delivery/release/workflows.test.ts',
    'test/delivery/rollback/helm.test.ts',
    'test/delivery/rollback/pulumi.test.ts',
  ],
};
