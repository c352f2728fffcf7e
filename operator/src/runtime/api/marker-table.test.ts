import { readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import * as api from './index.ts';

const page = readFileSync(path.join(import.meta.dirname, '../../../docs/api.md'), 'utf8');
const rows = [...page.matchAll(/^\| (.+?) +\| `(.+?)` +\| `(.+?)` +\|$/gm)].map(
  ([, marker = '', ours = '', crd = '']) => [marker, ours, crd] as const,
);

/** What the rows about whole APIs add to. */
const cafe = {
  ...{ group: 'example.com', version: 'v1', kind: 'Cafe' },
  ...{ spec: api.t.object({ size: api.t.integer() }), status: api.t.object({ size: api.t.integer() }) },
};

function resultOf(expression: string): unknown {
  const scope = { ...api, api: cafe };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the page is ours, and what it shows has to be true
  const evaluate = new Function(...Object.keys(scope), `return ${expression};`) as (...values: unknown[]) => unknown;
  return evaluate(...Object.values(scope));
}

/** A value and all that it is made of. */
function partsOf(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(partsOf)] : [value];
}

describe('the table for those who know kubebuilder', () => {
  it('has a row for every marker of an API', () => {
    expect(rows.length).toBeGreaterThan(50);
    expect(page.split('\n').filter((line) => line.startsWith('| ')).length).toBe(rows.length + 2);
  });

  it.each(rows)('is true of %s: %s', (_marker, ours, crd) => {
    const wanted: unknown = parse(crd);
    expect(partsOf(resultOf(ours))).toContainEqual(expect.objectContaining(nested(wanted)));
  });
});

/** Matches objects that have more, and lists whose items have more. */
function nested(wanted: unknown): Record<string, unknown> {
  const entries = Object.entries(wanted as object).map(([name, value]: [string, unknown]) => [name, matching(value)]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}

function matching(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(matching);
  return typeof value === 'object' && value !== null ? expect.objectContaining(nested(value)) : value;
}
