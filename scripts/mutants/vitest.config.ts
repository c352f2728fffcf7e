import path from 'node:path';

import { defineConfig } from 'vitest/config';

import { sourceAliases } from '../../test/support/source-aliases.ts';
import { mutatedVariable } from './stryker.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Tests of whole operators in memory: the only unit tests that cover several modules together. */
const inMemory = 'operator/testing/src/run-controller';

/**
 * The unit tests of the mutated module, and those of whole operators. Stryker runs them in a copy of the repository,
 * where `root` is the copy.
 */
export default defineConfig({
  root,
  resolve: { alias: [...sourceAliases] },
  test: {
    root,
    include: [process.env[mutatedVariable] ?? 'operator/runtime/src', inMemory].map(
      (folder) => `${folder}/**/*.test.ts`,
    ),
    exclude: ['**/node_modules/**', '**/dist/**', '**/*.real.test.ts'],
    setupFiles: ['test/support/fail-on-console.ts', 'scripts/mutants/few-random-cases.ts'],
    // A high limit, because Stryker itself ends a test that hangs.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    isolate: false,
  },
});
