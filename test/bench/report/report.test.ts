import { expect, it } from 'vitest';

import type { Result } from '../figures.ts';
import { reportOf } from './report.ts';

const result = (peer: string, repeat: number, seconds: number): Result => ({
  ...{ peer, widgets: 1_000, children: 2, repeat, figures: { 'converge s': seconds } },
  ...{ framework: `${peer} 1.0`, at: '2026-01-01T00:00:00Z', commit: 'abc', machine: 'two cores' },
});

it('shows medians with their spread, and ours compared with controller-runtime', () => {
  const results = [
    ...[10, 9, 12].map((seconds, repeat) => result('kubewright', repeat, seconds)),
    ...[20, 21, 18].map((seconds, repeat) => result('controller-runtime', repeat, seconds)),
  ];
  expect(reportOf(results)).toBe(
    [
      'kubewright 1.0; controller-runtime 1.0. Commit abc. two cores.',
      '',
      '### 1000 Widgets with 2 children each',
      '',
      '|            | kubewright (3) | controller-runtime (3) | ours / Go |',
      '| ---------- | -------------- | ---------------------- | --------- |',
      '| converge s | 10 (9 to 12)   | 20 (18 to 21)          | 0.500     |',
    ].join('\n'),
  );
});

it('says so if there is nothing to show', () => {
  expect(reportOf([])).toBe('There are no results yet.');
});
