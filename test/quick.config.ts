import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

import config from './vitest.config.ts';

/** Two thirds of the time of all unit tests: they start processes, compile whole projects, or count the heap. */
const slow = [
  'infra/scripts/imports.test.ts',
  'infra/src/package.test.ts',
  'operator/runtime/src/manager/{bounded,operate}.test.ts',
  'operator/runtime/src/reconcile/declare/declaration-types.test.ts',
  'operator/src/pet-store/{client/strange-servers,command/main}.test.ts',
  'operator/testing/src/{control-plane/components/managed-component,processes/processes}.test.ts',
  'test/repo/{examples,exported-types,imports,lint}.test.ts',
];

const [unit, alone] = config.test?.projects as readonly TestProjectInlineConfiguration[];

/** What a contributor runs between two edits, without a cluster and without a build: `npm run test:quick`. */
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
