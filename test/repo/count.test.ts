import { describe, expect, it } from 'vitest';

import { count } from './count.ts';

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((test) => ({ status: test })),
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
