import path from 'node:path';

import { defineConfig } from 'vitest/config';

import { createLongestFirst } from '../support/longest-first.ts';
import { runDirectory } from '../support/run-directory.ts';
import { slowTests } from '../support/slow-tests.ts';
import { sourceAliases } from '../support/source-aliases.ts';
import { writeOwnDeclaration } from '../../infra/scripts/own-declaration.mts';
import { cacheCompiledCode, runSources } from '../support/started-programs.ts';

const root = path.resolve(import.meta.dirname, '../..');
// Sets environment variables that every process of the run inherits.
runDirectory();
runSources();
writeOwnDeclaration();
cacheCompiledCode();

/**
 * The order of the test files: the slowest first, so that a file that uses the CPU runs beside two that mostly wait.
 */
export const order = [
  'crash',
  'own-cluster',
  'consumers',
  'cluster.real',
  'start-control-plane',
  'guide',
  'doctor',
  'dev-webhooks',
  'originals',
  'add',
  'start',
  'dev-crds',
  'many-keys',
  'outage',
  'connections',
  'churn',
  'webhooks',
  'pauses',
  'restore',
  'demo-end',
  'obstacles',
  'turns',
];

/**
 * Tests that are too slow for `npm test`: crashes at every call, outages, broken connections, paused leaders, thousands
 * of resources; and `slow-tests.ts`. A table at the end contains the duration of each recovery.
 */
export default defineConfig({
  root,
  cacheDir: path.join(root, 'node_modules/.cache/vitest-faults'),
  resolve: { alias: [...sourceAliases] },
  test: {
    root,
    name: 'faults',
    include: ['test/faults/**/*.test.ts', ...slowTests],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: ['test/faults/support/print-recoveries.ts'],
    allowOnly: false,
    // Otherwise Vitest prints progress lines only after the test, each with the name of the test.
    disableConsoleIntercept: true,
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 600_000,
    hookTimeout: 400_000,
    sequence: { sequencer: createLongestFirst(order) },
    // A worker loads the runtime's modules once, which saves seconds of CPU time per file.
    isolate: false,
    // Three workers for two cores, because each file waits part of the time for a Lease, a backoff or an outage.
    maxWorkers: 3,
  },
});
