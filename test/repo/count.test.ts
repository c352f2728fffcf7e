import { describe, expect, it } from 'vitest';

import { count, failuresIn } from './count.ts';

const file = (status: string, ...tests: string[]) => ({
  name: `${process.cwd()}/test/some.test.ts`,
  status,
  assertionResults: tests.map((test, index) => ({ status: test, fullName: `case ${String(index)}` })),
});

describe('count', () => {
  it('adds up the tests of all files and leaves out skipped ones', () => {
    const testResults = [file('passed', 'passed', 'skipped', 'passed'), file('failed', 'failed', 'passed')];
    expect(count({ success: false, testResults })).toEqual({ passed: 3, failed: 1 });
  });

  it('counts a file that did not load as one failed test', () => {
    expect(count({ success: false, testResults: [file('failed')] })).toEqual({ passed: 0, failed: 1 });
  });

  it('counts an error outside of all tests as one failed test', () => {
    expect(count({ success: false, testResults: [file('passed', 'passed')] })).toEqual({ passed: 1, failed: 1 });
  });
});

describe('failuresIn', () => {
  it('names each failed test with its file, and shows where its error begins', () => {
    const failed = file('failed', 'passed');
    const test = { status: 'failed', fullName: 'an operator starts', failureMessages: ['Error: no\n    at place'] };
    const testResults = [{ ...failed, assertionResults: [...failed.assertionResults, test] }, file('passed', 'passed')];
    expect(failuresIn({ success: false, testResults })).toEqual([
      'test/some.test.ts > an operator starts\n    Error: no\n        at place',
    ]);
  });

  it('shows why a file did not load', () => {
    const testResults = [{ ...file('failed'), message: 'SyntaxError' }];
    expect(failuresIn({ success: false, testResults })).toEqual(['test/some.test.ts\n    SyntaxError']);
  });
});
