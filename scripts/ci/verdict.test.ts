import { describe, expect, it } from 'vitest';

import type { Failure, FileOutcome, OutsideError } from './outcome.ts';
import { judge, planReruns, type Rerun, type Run } from './verdict.ts';

const failed = (title: string, error = 'Error: no\n    at place'): Failure => ({ title, error });
const green = (file: string, passed = 1, project = 'real'): FileOutcome => ({ file, project, passed, failures: [] });
const red = (file: string, ...failures: Failure[]): FileOutcome => ({ ...green(file), failures });
const audit = (...failures: Failure[]): FileOutcome => ({ ...green('audit.test.ts', 5, 'audit'), failures });

const buildRun = (files: readonly FileOutcome[], ...outside: OutsideError[]): Run => ({
  ...{ suite: 'test', ok: outside.length === 0 && files.every(({ failures }) => failures.length === 0) },
  outcome: { files, outside },
});
const buildRerun = (file: FileOutcome, ...outside: OutsideError[]): Rerun => ({
  ...{ ...buildRun([file], ...outside), file: file.file },
});

describe('a run without a failure', () => {
  it('counts the tests of all files and reruns nothing', () => {
    const runs = [buildRun([green('a', 2), green('b')]), { ...buildRun([green('a', 4)]), suite: 'test:faults' }];
    expect(planReruns(runs)).toEqual([]);
    expect(judge(runs, [])).toEqual({ passed: 7, failed: 0, failures: [], flaky: [] });
  });
});

describe('a file that failed', () => {
  const runs = [buildRun([green('a', 2), red('b', failed('one'), failed('two'))])];

  it('runs once more', () => {
    expect(planReruns(runs)).toEqual([{ suite: 'test', file: 'b' }]);
  });

  it('is flaky if it then passes: its failures do not count, and the first error is printed', () => {
    expect(judge(runs, [buildRerun(green('b', 3))])).toEqual({
      ...{ passed: 5, failed: 0, failures: [] },
      flaky: ['b one\n    Error: no\n        at place', 'b two'],
    });
  });

  it('fails if it fails again, with the failures of the rerun', () => {
    const { failures, ...rest } = judge(runs, [buildRerun(red('b', failed('two', 'Error: still not')))]);
    expect(rest).toEqual({ passed: 3, failed: 1, flaky: [] });
    expect(failures).toEqual(['b > two\n    Error: still not']);
  });

  it('fails if it passes alone, but something outside of its tests fails', () => {
    expect(judge(runs, [buildRerun(green('b'), { error: 'Error: unattended' })])).toMatchObject({
      ...{ failed: 1, flaky: [] },
      failures: ['b > outside of tests\n    Error: unattended'],
    });
  });

  it.each<[string, Rerun]>([
    ['ended without a report', { ...buildRerun(green('b')), ok: false, outcome: undefined }],
    ['ran no test', buildRerun(green('b', 0))],
    ['ran another file', { ...buildRerun(green('c')), file: 'b' }],
    ['ended with an error code', { ...buildRerun(green('b')), ok: false }],
  ])('fails if its rerun %s', (_, rerun) => {
    const { failed: count, flaky } = judge(runs, [rerun]);
    expect(count).toBeGreaterThan(0);
    expect(flaky).toEqual([]);
  });

  it('explains an error outside of tests that occurred while it ran', () => {
    const both = [buildRun([red('b', failed('one'))], { file: 'b', error: 'Error: unattended' })];
    expect(planReruns(both)).toEqual([{ suite: 'test', file: 'b' }]);
    expect(judge(both, [buildRerun(green('b'))])).toMatchObject({ failed: 0, flaky: [expect.any(String)] });
  });
});

describe('a failure that no rerun can explain', () => {
  const flaky = red('b', failed('one'));

  it.each<[string, Run, string]>([
    [
      'a suite that ended without a report',
      { suite: 'test:faults', ok: false, outcome: undefined },
      'npm run test:faults ended without a report',
    ],
    [
      'a suite that failed without a failed test',
      { ...buildRun([green('a')]), ok: false },
      'npm run test failed without a failed test: see its output',
    ],
    [
      'an error outside of tests, in a file that passed',
      buildRun([green('a')], { file: 'a', error: 'Error: unattended' }),
      'a > outside of tests\n    Error: unattended',
    ],
    [
      'an error outside of all files, as of a cluster that did not start',
      buildRun([flaky], { error: 'Error: no cluster' }),
      'test > outside of tests\n    Error: no cluster',
    ],
  ])('%s fails at once', (_, run, failure) => {
    const runs = [run, { ...buildRun([flaky]), suite: 'test:delivery' }];
    expect(planReruns(runs)).toEqual([]);
    expect(judge(runs, []).failures).toContain(failure);
  });

  it('more than 10 failed files fail at once', () => {
    const many = Array.from({ length: 11 }, (_, index) => red(String(index), failed('one')));
    expect(planReruns([buildRun(many)])).toEqual([]);
    expect(planReruns([buildRun(many.slice(1))])).toHaveLength(10);
    expect(judge([buildRun(many)], []).failed).toBe(11);
  });
});

describe('a file that audits the logs of others', () => {
  it('runs after each rerun of its suite, and decides last', () => {
    const runs = [buildRun([audit(), red('b', failed('one'))])];
    expect(planReruns(runs).map(({ file }) => file)).toEqual(['b', 'audit.test.ts']);
    const reruns = [buildRerun(green('b')), buildRerun(audit(failed('all permissions are used')))];
    expect(judge(runs, reruns)).toMatchObject({ failed: 1, flaky: ['b one\n    Error: no\n        at place'] });
  });

  it('is not flaky if it audited incomplete logs', () => {
    const runs = [buildRun([red('b', failed('one')), audit(failed('all permissions are used'))])];
    const { failed: count, flaky } = judge(runs, [buildRerun(green('b')), buildRerun(audit())]);
    expect(count).toBe(0);
    expect(flaky).toEqual(['b one\n    Error: no\n        at place']);
  });

  it('is flaky if it failed alone', () => {
    const runs = [buildRun([green('b'), audit(failed('reads the log'))])];
    expect(planReruns(runs)).toEqual([{ suite: 'test', file: 'audit.test.ts' }]);
    expect(judge(runs, [buildRerun(audit())]).flaky).toHaveLength(1);
  });

  it('does not run for suites without reruns', () => {
    const runs = [buildRun([green('b'), audit()]), { ...buildRun([red('c', failed('one'))]), suite: 'test:faults' }];
    expect(planReruns(runs)).toEqual([{ suite: 'test:faults', file: 'c' }]);
  });
});
