import { describe, expect, it } from 'vitest';

import { checkNames, guessKind, toKebab, toVariable } from './names.ts';

describe('the names of a new project', () => {
  it.each([
    ['cafes', ['Cafe', 'cafe', 'cafe']],
    ['coffee-shops', ['CoffeeShop', 'coffee-shop', 'coffeeShop']],
    ['preview-operator', ['Preview', 'preview', 'preview']],
    ['dns', ['Dns', 'dns', 'dns']],
  ])('follow from that of the operator: %s', (operator, expected) => {
    const kind = guessKind(operator);
    expect([kind, toKebab(kind), toVariable(kind)]).toEqual(expected);
  });

  it('keep an abbreviation in one word', () => {
    expect([toKebab('DNSRecord'), toVariable('DNSRecord')]).toEqual(['dns-record', 'dnsRecord']);
  });

  it.each([
    ['operator', { operator: 'Cafes' }, 'such as coffee-shops'],
    ['kind', { kind: 'cafe' }, 'such as CoffeeShop'],
    ['group', { group: 'cafes' }, 'such as shops.example.com'],
  ])('are rejected with an example: the %s', (what, name, example) => {
    const names = { operator: 'cafes', kind: 'Cafe', group: 'example.com', ...name };
    expect(() => checkNames(names)).toThrow(new RegExp(`the name of the ${what}: it must be .*${example}`));
  });
});
