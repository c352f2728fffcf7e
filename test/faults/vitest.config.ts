import path from 'node:path';

import { defineConfig } from 'vitest/config';

import { runDirectory } from '../support/run-directory.ts';
import { runSources, sourceAliases } from '../support/source-aliases.ts';

const root = path.resolve(import.meta.dirname, '../..');
// Known to every process of the run from its beginning.
runDirectory();
runSources();

/**
 * What is too long for `npm test`: outages, broken connections, paused leaders, thousands of resources. Two files at a
 * time, each with a control plane of its own; at the end a table says how long it took to recover.
 */
export default defineConfig({
  root,
  cacheDir: path.join(root, 'node_modules/.cache/vitest-faults'),
  resolve: { alias: [...sourceAliases] },
  test: {
    root,
    name: 'faults',
    include: ['test/faults/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: ['test/faults/support/closing-table.ts'],
    allowOnly: false,
    // Progress is told while a test runs, not with the name of the test before each line.
    disableConsoleIntercept: true,
    testTimeout: 400_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
  },
});
