import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { type CheckResult, error, warning } from './finding.ts';
import { formatJson, formatReport, hasErrors } from './report.ts';
import { RunningChecks } from './running-checks.ts';

const passed: CheckResult = { check: 'Node', summary: '24.1.0', findings: [] };
const failed: CheckResult = {
  ...{ check: 'CRDs', summary: '' },
  findings: [warning('a thing\nof two lines', 'look'), error('no CRD', 'apply it')],
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('what is fine comes first, then errors, then warnings, each with its remedy', () => {
  expect(formatReport([failed, passed])).toBe(
    [
      'ok       Node: 24.1.0',
      'error    no CRD',
      '         → apply it',
      'warning  a thing',
      '         of two lines',
      '         → look',
      '1 error, 1 warning',
    ].join('\n'),
  );
  expect(formatReport([passed])).toBe('ok       Node: 24.1.0');
});

it('only errors fail', () => {
  expect(hasErrors([passed, { ...failed, findings: failed.findings.slice(0, 1) }])).toBe(false);
  expect(hasErrors([failed])).toBe(true);
  expect(JSON.parse(formatJson([passed]))).toEqual({ ok: true, checks: [passed] });
});

it('a check that cannot be made is a warning', async () => {
  using checks = new RunningChecks(() => undefined);
  const { findings } = await checks.run('CRDs', () => Promise.reject(new Error('forbidden')));
  expect(findings).toMatchObject([{ severity: 'warning', message: 'cannot check: CRDs: forbidden' }]);
});

it('checks that take longer than two seconds are named', async () => {
  const lines: string[] = [];
  using checks = new RunningChecks((text) => void lines.push(text));
  const running = checks.run('CRDs', async () => {
    await vi.advanceTimersByTimeAsync(1_999);
    expect(lines).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    return passed;
  });
  expect(await running).toBe(passed);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(lines).toEqual(['still checking: CRDs']);
});
