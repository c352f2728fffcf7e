import path from 'node:path';

import { defineConfig } from 'vitest/config';

import { createLongestFirst } from '../support/longest-first.ts';
import { runDirectory } from '../support/run-directory.ts';
import { sourceAliases } from '../support/source-aliases.ts';
import { writeOwnDeclaration } from '../../infra/scripts/own-declaration.mts';
import { cacheCompiledCode, runSources } from '../support/started-programs.ts';

const root = path.resolve(import.meta.dirname, '../..');
// Sets environment variables that every process of the run inherits.
runDirectory();
runSources();
writeOwnDeclaration();
cacheCompiledCode();

/** The slowest files first: one that starts last would run alone at the end. */
export const order = ['chart', 'release', 'image', 'author', 'pulumi-up', 'charts'];

/** Tests of every delivery method with the tools that users have: too slow for `npm test`. */
export default defineConfig({
  root,
  cacheDir: path.join(root, 'node_modules/.cache/vitest-delivery'),
  resolve: { alias: [...sourceAliases] },
  test: {
    root,
    name: 'delivery',
    include: ['test/delivery/**/*.test.ts', 'test/operators/*.delivery.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: ['test/delivery/build-tools.ts'],
    allowOnly: false,
    // Otherwise Vitest prints progress lines only after the test, each with the name of the test.
    disableConsoleIntercept: true,
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 600_000,
    hookTimeout: 400_000,
    sequence: { sequencer: createLongestFirst(order) },
    maxWorkers: 2,
  },
});
