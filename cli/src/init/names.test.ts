import { describe, expect, it } from 'vitest';

import { checkNames, guessKind, toController, toKebab, toVariable } from './names.ts';

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

  it('avoid words that a module cannot declare, or that the modules of a kind use', () => {
    expect(['Package', 'Test', 'Run', 'CoffeeShop'].map(toController)).toEqual([
      ...['packageReconciler', 'testReconciler', 'runReconciler', 'coffeeShop'],
    ]);
  });

  it.each(['Operator', 'Deployment'])('are rejected if the modules of a project have them: %s', (kind) => {
    expect(() => checkNames({ operator: 'cafes', kind, group: 'example.com' })).toThrow(
      `failed to use "${kind}" as the name of the kind: the modules of a project already use this name for something else: choose another name`,
    );
  });

  it.each([
    ['operator', { operator: 'Cafes' }, 'such as coffee-shops'],
    ['kind', { kind: 'cafe' }, 'such as CoffeeShop'],
    ['group', { group: 'cafes' }, 'such as shops.example.com'],
  ])('are rejected with an example: the %s', (what, name, example) => {
    const names = { operator: 'cafes', kind: 'Cafe', group: 'example.com', ...name };
    expect(() => checkNames(names)).toThrow(new RegExp(`the name of the ${what}: use .*${example}`));
  });
});
