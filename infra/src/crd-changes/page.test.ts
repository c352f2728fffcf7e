import { readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { type ChangeRule, rules } from './rules.ts';
import { changeCases } from './testing/index.ts';

const page = readFileSync(path.resolve(__dirname, '../../docs/crd-change-rules.md'), 'utf8');
const names = Object.keys(rules) as ChangeRule[];
const order = ['definition', 'return', 'read', 'update', 'edit', 'create', 'request'] as const;

/** The rows of the tables whose first cell is a rule, by rule: their last cell. */
const rowsOfPage = new Map(
  [...page.matchAll(/^\| `([a-z-]+)` +\|(?:.*\|)? *([^|]*?) *\|$/gm)].map(([, rule = '', last = '']) => [rule, last]),
);

/** What at least one row of the judged changes breaks. */
function formatBroken(rule: ChangeRule): string {
  const broken = changeCases.filter((row) => row.rule === rule).flatMap(({ breaks }) => breaks);
  return order.filter((promised) => broken.includes(promised)).join(', ');
}

describe('docs/crd-change-rules.md', () => {
  it('lists every rule', () => {
    expect([...rowsOfPage.keys()].sort()).toEqual([...names].sort());
  });

  it('says of each breaking change what no longer works', () => {
    const breaking = names.filter((rule) => rules[rule].verdict !== 'compatible');
    const inPage = breaking.map((rule) => `${rule}: ${rowsOfPage.get(rule) ?? ''}`);
    expect(inPage).toEqual(breaking.map((rule) => `${rule}: ${formatBroken(rule)}`));
  });

  it('says of each compatible change why it is', () => {
    const compatible = names.filter((rule) => rules[rule].verdict === 'compatible');
    for (const rule of compatible) expect(rules[rule].why).toContain(rowsOfPage.get(rule));
  });
});
