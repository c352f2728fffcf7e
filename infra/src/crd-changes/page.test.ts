import { readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { type ChangeRule, rules } from './rules.ts';
import { changeCases } from './testing/change-cases.ts';

const page = readFileSync(path.resolve(__dirname, '../../docs/crd-change-rules.md'), 'utf8');
const names = Object.keys(rules) as ChangeRule[];
const order = ['crd', 'return', 'read', 'update', 'edit', 'create', 'request'] as const;

/** The last cells of the table rows that start with a rule, by rule. */
const rowsOfPage = new Map(
  [...page.matchAll(/^\| `([a-z-]+)` +\|(?:.*\|)? *([^|]*?) *\|$/gm)].map(([, rule = '', last = '']) => [rule, last]),
);

/** The guarantees that at least one case of the rule breaks. */
function formatBroken(rule: ChangeRule): string {
  const broken = changeCases.filter((row) => row.rule === rule).flatMap(({ breaks }) => breaks);
  return order.filter((promised) => broken.includes(promised)).join(', ');
}

describe('docs/crd-change-rules.md', () => {
  it('lists every rule', () => {
    expect([...rowsOfPage.keys()].sort()).toEqual([...names].sort());
  });

  it('states what each breaking change breaks', () => {
    const breaking = names.filter((rule) => rules[rule].verdict !== 'compatible');
    const inPage = breaking.map((rule) => `${rule}: ${rowsOfPage.get(rule) ?? ''}`);
    expect(inPage).toEqual(breaking.map((rule) => `${rule}: ${formatBroken(rule)}`));
  });

  it('states why each compatible change is compatible', () => {
    const compatible = names.filter((rule) => rules[rule].verdict === 'compatible');
    for (const rule of compatible) expect(rules[rule].why).toContain(rowsOfPage.get(rule));
  });
});
