import { availableParallelism } from 'node:os';
import path from 'node:path';

import { defineConfig } from 'vitest/config';

import { writeOwnDeclaration } from '../infra/scripts/own-declaration.mts';
import { createLongestFirst } from './support/longest-first.ts';
import { runDirectory } from './support/run-directory.ts';
import { slowTests } from './support/slow-tests.ts';
import { sourceAliases } from './support/source-aliases.ts';
import { cacheCompiledCode, runSources } from './support/started-programs.ts';

const root = path.dirname(import.meta.dirname);
const real = [
  'operator/**/*.real.test.ts',
  '{infra,scripts}/**/*.real.test.ts',
  'test/operators/*.real.test.ts',
  'test/{contract,e2e}/**/*.test.ts',
];
// This sets environment variables that every process of the run inherits.
runDirectory();
runSources();
cacheCompiledCode();
writeOwnDeclaration();

const never = ['**/node_modules/**', '**/dist/**'];
/** Unit tests that measure the heap, the timers or the listeners of their process. */
export const measuring = [
  'operator/runtime/src/base/abort.test.ts',
  'operator/runtime/src/cache/retained-objects.test.ts',
  'operator/runtime/src/client/http-transport.test.ts',
  'operator/runtime/src/manager/bounded.test.ts',
  'operator/runtime/src/queue/work-queue-delays.test.ts',
];
/** The slowest test files, slowest first. */
export const longest = [
  'cli/cli',
  'e2e/permissions/permissions',
  'e2e/webhooks/webhooks',
  'e2e/examples/examples',
  'cli.real',
  'schedule',
  'web-server/children',
];
const unit = {
  setupFiles: ['test/support/fail-on-console.ts'],
  // Log lines and terminal output show local time.
  env: { TZ: 'UTC' },
  // The timeout is long, because a property that takes 3 s alone takes 20 s on a busy machine.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 15_000 } },
  maxWorkers: availableParallelism(),
  sequence: { groupOrder: 1 },
};

/**
 * The projects of `npm test`, each of which can run alone: `npm test -- --project unit`.
 *
 * `unit` uses no network and no real cluster; nor does `unit-alone`, in which each file has its own process. After
 * these, `real` runs on one real control plane that its files share. `audit` then reads the audit logs of the same run,
 * and so needs all of `real`. `types` checks what must and must not compile. Slow tests are in
 * `faults/vitest.config.ts`.
 */
export default defineConfig({
  root,
  cacheDir: path.join(root, 'node_modules/.cache/vitest'),
  resolve: { alias: [...sourceAliases] },
  test: {
    root,
    allowOnly: false,
    passWithNoTests: true,
    sequence: { sequencer: createLongestFirst(longest) },
    projects: [
      {
        extends: true,
        test: {
          ...unit,
          name: 'unit',
          include: [
            'operator/**/*.test.ts',
            'infra/**/*.test.ts',
            'cli/src/**/*.test.ts',
            '{scripts,site}/**/*.test.ts',
            'test/{bench,operators,support}/**/*.test.ts',
            'test/contract/**/in-memory*.test.ts',
          ],
          exclude: [...never, ...real, ...measuring, '**/*.delivery.test.ts'],
          // A worker that loads the modules only once needs half of the CPU time. Tests must therefore remove what they
          // register with the process.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { ...unit, name: 'unit-alone', include: measuring, exclude: never },
      },
      {
        extends: true,
        test: {
          name: 'real',
          include: real,
          exclude: [...never, ...slowTests],
          globalSetup: ['test/support/global-control-plane.ts'],
          setupFiles: ['test/support/explain-failures.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 15_000 } },
          sequence: { groupOrder: 2 },
          // A worker that loads the runtime's modules once saves a fifth of the time, and the files share a cluster
          // anyway.
          isolate: false,
          // There are more workers than cores, because these tests mostly wait for the cluster.
          maxWorkers: availableParallelism() + 3,
          // At most two tests of a file run at once, because each of them has its own operators.
          maxConcurrency: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'audit',
          include: ['test/e2e/audit/**/*.test.ts'],
          exclude: never,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: {
          name: 'types',
          include: [],
          typecheck: {
            enabled: true,
            only: true,
            include: ['operator/**/*.test-d.ts'],
            exclude: never,
            tsconfig: 'test/tsconfig.types.json',
          },
        },
      },
    ],
  },
});
