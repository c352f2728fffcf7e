import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { node, root, run } from '../run.ts';
import type { Outcome } from './outcome.ts';
import { judge, planReruns, type Run } from './verdict.ts';

/** Test files for a real Vitest, one per kind of failure. */
const files = {
  'passes.test.ts': `it('passes', () => {}); it.skip('is skipped', () => {});`,
  'fails.test.ts': `describe('some', () => { it('fails', () => { throw new Error('no such thing'); }); it('passes', () => {}); });`,
  'hook.test.ts': `describe('some', () => { beforeAll(() => { throw new Error('no cluster'); }); it('a', () => {}); it('b', () => {}); });`,
  'top-hook.test.ts': `beforeAll(() => { throw new Error('no server'); }); it('a', () => {});`,
  'end-hook.test.ts': `afterAll(() => { throw new Error('not closed'); }); it('a', () => {});`,
  'not-loaded.test.ts': `throw new Error('cannot load');`,
  'crashes.test.ts': `it('a', () => { process.kill(process.pid, 'SIGKILL'); return new Promise(() => {}); });`,
  'outside.test.ts': `it('a', async () => { void Promise.reject(new Error('unattended')); await new Promise(setImmediate); });`,
  'once.test.ts': `import { existsSync, writeFileSync } from 'node:fs';
    it('fails the first time', () => {
      if (existsSync('marker')) return;
      writeFileSync('marker', '');
      throw new Error('too early');
    });`,
};

describe('the report of a run of Vitest', () => {
  let folder: string;
  let everything: Run;

  beforeAll(async () => {
    // Below the repository, so that the files can import Vitest.
    folder = await mkdtemp(path.join(root, 'node_modules/.cache/outcomes-'));
    await Promise.all(Object.entries(files).map(([name, text]) => writeFile(path.join(folder, name), text)));
    everything = await runVitest();
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function runVitest(...filters: readonly string[]): Promise<Run> {
    const report = path.join(folder, 'outcome.json');
    await rm(report, { force: true });
    const reporter = `--reporter=${path.join(import.meta.dirname, 'outcome-reporter.ts')}`;
    const args = ['run', '--root=.', '--globals', '--passWithNoTests', reporter, `--outputFile=${report}`, ...filters];
    const vitest = node('vitest', path.join(root, 'node_modules/vitest/vitest.mjs'), ...args);
    const { ok, output } = await run(vitest, { cwd: folder });
    const text = await readFile(report, 'utf8').catch(() => {
      throw new Error(output);
    });
    return { suite: 'test', ok, outcome: JSON.parse(text) as Outcome };
  }

  const listFailures = (name: string): unknown =>
    everything.outcome?.files
      .find(({ file }) => file === name)
      ?.failures.map(({ title, error }) => [title, error.split('\n', 1)[0]]);

  it.each([
    ['passes.test.ts', []],
    ['outside.test.ts', []],
    ['fails.test.ts', [['some > fails', 'Error: no such thing']]],
    ['hook.test.ts', [['some', 'Error: no cluster']]],
    ['top-hook.test.ts', [['(the file)', 'Error: no server']]],
    ['end-hook.test.ts', [['(the file)', 'Error: not closed']]],
    ['not-loaded.test.ts', [['(the file)', 'Error: cannot load']]],
    ['crashes.test.ts', [['(the file)', 'did not finish']]],
  ])('contains the failures of %s', (name, failures) => {
    expect(listFailures(name)).toEqual(failures);
  });

  it('contains errors outside of tests, with the file if Vitest knows it', () => {
    expect(everything.ok).toBe(false);
    expect(everything.outcome?.outside).toContainEqual({
      file: 'outside.test.ts',
      error: expect.stringContaining('Error: unattended') as string,
    });
    expect(planReruns([everything])).toEqual([]);
  });

  it('names a file that fails once and passes alone as flaky, with its first error', async () => {
    await rm(path.join(folder, 'marker'), { force: true });
    const runs = [await runVitest('once', 'passes')];
    const [again] = planReruns(runs);
    expect(again).toEqual({ suite: 'test', file: 'once.test.ts' });
    const rerun = { ...(await runVitest(path.join(folder, 'once.test.ts'))), file: 'once.test.ts' };
    expect(judge(runs, [rerun])).toEqual({
      ...{ passed: 2, failed: 0, failures: [] },
      flaky: [expect.stringMatching(/^once\.test\.ts fails the first time\n {4}Error: too early\n/)],
    });
  });
});
