import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

import config from './vitest.config.ts';

/** Unit tests that start processes, compile projects, or measure the heap: two thirds of the time of all unit tests. */
export const slow = [
  'infra/src/package.test.ts',
  'operator/runtime/src/manager/bounded.test.ts',
  'operator/runtime/src/manager/operate.test.ts',
  'operator/runtime/src/reconcile/declare/declaration-types.test.ts',
  'operator/src/pet-store/client/malformed-servers.test.ts',
  'operator/src/pet-store/command/main.test.ts',
  'operator/control-plane/src/control-plane/components/managed-component.test.ts',
  'operator/control-plane/src/processes/processes.test.ts',
  'scripts/check/examples.test.ts',
  'scripts/check/exported-types.test.ts',
  'scripts/check/imports.test.ts',
  'scripts/check/lint.test.ts',
  'scripts/ci/outcome-reporter.test.ts',
];

const [unit, alone] = config.test?.projects as readonly TestProjectInlineConfiguration[];

/** `npm run test:quick`: the fast unit tests, to run between two edits, without a cluster and without a build. */
export default defineConfig({
  ...config,
  test: {
    ...config.test,
    projects: [unit, alone].map((project) => ({
      ...project,
      test: { ...project?.test, exclude: [...(project?.test?.exclude ?? []), ...slow] },
    })),
  },
});
