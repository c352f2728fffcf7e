import { expect, it } from 'vitest';

import { formatRemedies, formatSummary } from './summary.ts';

it('objects are counted by outcome, without outcomes that no object has except creations and changes', () => {
  expect(formatSummary(['created', 'rejected', 'created'], 0)).toBe('summary: 2 to create, 0 to change, 1 rejected\n');
  expect(formatSummary(['changed', 'conflict'], 2)).toBe(
    'summary: 0 to create, 1 to change, 1 in conflict, 2 left over\n',
  );
});

it('the summary is empty without changes, or if changes cannot be counted', () => {
  expect(formatSummary([], 0)).toBe('');
  expect(formatSummary(['created', 'unknown'], 1)).toBe('');
});

it('the remedy for conflicts is printed once, and names an option of every command that compares', () => {
  const text = formatRemedies(['conflict', 'changed', 'conflict']);
  expect(text).toMatch(/^conflicts: .*Add --force-conflicts to this command.*\n$/);
  expect(text).not.toContain('kubewright');
  expect(formatRemedies(['changed', 'rejected'])).toBe('');
});

it('objects of a Helm release are in conflict, with a remedy of their own', () => {
  expect(formatSummary(['managedByHelm', 'conflict'], 0)).toBe('summary: 0 to create, 0 to change, 2 in conflict\n');
  expect(formatRemedies(['managedByHelm', 'managedByHelm'])).toMatch(/^managed by Helm: .*helm template.*\n$/);
});
