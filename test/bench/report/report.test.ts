import { readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { readResults, type Result } from '../figures.ts';
import { reportOf } from './report.ts';
import { summaryOf } from './summary.ts';

const run = (peer: string, widgets: number, cpu: number): Result => ({
  ...{ peer, framework: `${peer} 1`, widgets, children: 2, repeat: 0 },
  ...{ at: '2026-11-25T12:00:00Z', commit: 'abc', machine: '2 × CPU' },
  figures: { 'converge CPU s': cpu, 'RSS MB': widgets / 10 },
});

const results = [
  ...[6, 4, 5].map((cpu) => run('kubewright', 1000, cpu)),
  ...[10, 8].map((cpu) => run('controller-runtime', 1000, cpu)),
  run('kubewright', 10_000, 30),
  run('controller-runtime', 10_000, 60),
  run('kubewright', 100_000, 300),
];

describe('the summary', () => {
  it('has the median and the spread of each figure, and its ratio to that of the reference', () => {
    const [small, large, largest] = summaryOf(results).shapes;
    expect(small?.figures['converge CPU s']).toEqual({
      kubewright: { median: 5, least: 4, most: 6, runs: 3, ratio: 5 / 9 },
      'controller-runtime': { median: 9, least: 8, most: 10, runs: 2, ratio: 1 },
    });
    expect(large?.figures['converge CPU s']?.['kubewright']?.ratio).toBe(0.5);
    expect(largest?.figures['converge CPU s']?.['kubewright']).toEqual({ median: 300, least: 300, most: 300, runs: 1 });
  });
});

describe('the report', () => {
  const report = reportOf(results);

  it('begins with what was measured, and on what', () => {
    expect(reportOf([run('kubewright', 1000, 5), run('controller-runtime', 1000, 10)])).toBe(
      [
        'kubewright 1; controller-runtime 1. Commit abc. 2 × CPU.',
        '',
        '### 1,000 Widgets with 2 children each',
        '',
        '|                | kubewright (1) | controller-runtime (1) | ours / Go |',
        '| -------------- | -------------- | ---------------------- | --------- |',
        '| converge CPU s | 5              | 10                     | 0.500     |',
        '| RSS MB         | 100            | 100                    | 1         |',
      ].join('\n'),
    );
  });

  it('has a table per size, with spread where there are several runs', () => {
    expect(report).toContain('### 1,000 Widgets with 2 children each');
    expect(report).toMatch(/^\| converge CPU s +\| 5 \(4 to 6\) +\| 9 \(8 to 10\) +\| 0\.556 +\|$/m);
    expect(report).toMatch(/^\| converge CPU s +\| 300 +\|$/m);
  });

  it('has charts of the sizes at which all were measured, for each thousand Widgets where that is growth', () => {
    expect(report).toContain('Lines in the order kubewright, controller-runtime, over the number of Widgets.');
    const cpu = /title "CPU seconds to converge, for each 1,000 Widgets"([^`]*)/.exec(report)?.[1];
    expect(cpu).toContain('x-axis ["1,000", "10,000"]');
    expect(cpu).toContain('line [5, 3]\n  line [9, 6]');
    expect(report).toContain('title "resident memory in MB"');
  });

  it('has the figures that only later runs have', () => {
    const later = run('kubewright', 1000, 5);
    expect(reportOf([run('kubewright', 1000, 5), { ...later, figures: { ...later.figures, 'idle s': 7 } }])).toMatch(
      /^\| idle s +\| 7 +\|$/m,
    );
  });

  it('of all committed results is committed beside them', () => {
    const folder = path.join(import.meta.dirname, '../results');
    const report = reportOf(readResults(path.join(folder, 'whole.jsonl')));
    expect(readFileSync(path.join(folder, 'whole.md'), 'utf8')).toBe(`# Measurements\n\n${report}\n`);
  });

  it('says so if there is nothing to report', () => {
    expect(reportOf([])).toBe('There are no results yet.');
  });
});
