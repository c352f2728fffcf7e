import { describe, expect, it } from 'vitest';

import { hasFailed, type Row, summarize } from './table.ts';

const file = { file: 'a.test.ts', project: 'real', passed: 3, failures: [] };
const passed: Row = { version: '1.34', results: [summarize('contract', { files: [file, file], outside: [] })] };
const missing: Row = { version: '1.35', obstacle: 'failed to download', results: [] };

describe('a matrix', () => {
  it('fails with a failed test, an error outside of tests, a suite that ended early, or without any test', () => {
    const failure = { title: 'lists', error: 'x' };
    for (const outcome of [
      { files: [{ ...file, failures: [failure] }], outside: [] },
      { files: [file], outside: [{ error: 'crashed\n  at x' }] },
      { files: [], outside: [] },
      undefined,
    ])
      expect(hasFailed([passed, { version: '1.36', results: [summarize('contract', outcome)] }])).toBe(true);
    expect(hasFailed([passed])).toBe(false);
  });

  it('does not fail if a version is not available, unless it was asked for or is the only one', () => {
    expect(hasFailed([passed, missing])).toBe(false);
    expect(hasFailed([passed, { ...missing, isRequired: true }])).toBe(true);
    expect(hasFailed([missing])).toBe(true);
  });
});
