import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, it } from 'vitest';

import { readResults } from '../figures.ts';
import { renderReport } from './report.ts';

it('the report of all committed results is committed beside them', () => {
  const folder = path.join(import.meta.dirname, '../results');
  const report = renderReport(readResults(path.join(folder, 'whole.jsonl')));
  expect(readFileSync(path.join(folder, 'whole.md'), 'utf8')).toBe(`# Measurements\n\n${report}\n`);
});
