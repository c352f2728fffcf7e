import path from 'node:path';

import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

import { runDirectory } from '../support/run-directory.ts';
import { cacheCompiledCode, runSources, sourceAliases } from '../support/source-aliases.ts';

const root = path.resolve(import.meta.dirname, '../..');
// Known to every process of the run from its beginning.
runDirectory();
runSources();
cacheCompiledCode();

/** Long files first: one that works all the time, beside two that wait a lot. */
const order = ['many-keys', 'outage', 'connections', 'churn', 'pauses', 'restore', 'obstacles', 'turns'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = order.indexOf(path.basename(moduleId, '.test.ts'));
      return found === -1 ? order.length : found;
    };
    return files.toSorted((a, b) => place(a) - place(b));
  }
}

/**
 * What takes too long for `npm test`: outages, broken connections, paused leaders, thousands of resources. A table at the
 * end says how long each recovery took.
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
    globalSetup: ['test/faults/support/print-recoveries.ts'],
    allowOnly: false,
    // Progress is printed while a test runs, without the name of the test before each line.
    disableConsoleIntercept: true,
    testTimeout: 600_000,
    hookTimeout: 400_000,
    sequence: { sequencer: LongestFirst },
    // To load the runtime's modules once per worker saves seconds of work for each file.
    isolate: false,
    // On two cores: part of the time each file waits for a Lease, a backoff or the end of an outage.
    maxWorkers: 3,
  },
});
