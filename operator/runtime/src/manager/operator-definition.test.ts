import { describe, expect, it } from 'vitest';

import { definePolicy } from '../admission/index.ts';
import { defineApi, t } from '../api/index.ts';
import { defineSettings } from '../base/index.ts';
import { defineConversion, spoke } from '../conversion/index.ts';
import { awaitChange, defineController } from '../reconcile/index.ts';
import { checkOperator, listApis, type OperatorDefinition, mergeSettings } from './operator-definition.ts';
import { getNamespaceSelector } from './selected-namespaces.ts';

const Cafe = defineApi({ group: 'example.com', version: 'v1', kind: 'Cafe', spec: t.object({}) });
const reconcile = () => Promise.resolve(awaitChange);
const cafe = defineController(Cafe, { reconcile });
const CafeV1beta1 = defineApi({ group: 'example.com', version: 'v1beta1', kind: 'Cafe', spec: t.object({}) });
const same = { toHub: () => ({ spec: {} }), fromHub: () => ({ spec: {} }) };
const conversion = defineConversion(Cafe, [spoke(CafeV1beta1, same)]);
const otherHub = defineConversion(CafeV1beta1, [spoke(Cafe, same)]);
const otherConversion = defineConversion(Cafe, [spoke(CafeV1beta1, same)], { name: 'other' });
const waiter = defineController(Cafe, { name: 'waiter', reconcile });
const oldCafe = defineController(CafeV1beta1, { name: 'old-cafe', reconcile });
const Bistro = defineApi({ group: 'example.com', version: 'v1', kind: 'Bistro', plural: 'cafes', spec: t.object({}) });
const bistro = defineController(Bistro, { reconcile });
const Menu = defineApi({ group: 'example.com', version: 'v1', kind: 'Menu', scope: 'Cluster', spec: t.object({}) });
const MenuV1beta1 = defineApi({
  ...{ group: 'example.com', version: 'v1beta1', kind: 'Menu', scope: 'Cluster' },
  spec: t.object({}),
});
const menuConversion = defineConversion(Menu, [spoke(MenuV1beta1, same)]);
const policy = definePolicy(Cafe, { mutate: [{ apply: 'Object{}' }] });
const good: OperatorDefinition = { name: 'coffee-2', version: '1.0.0-rc.1', controllers: [cafe] };

describe('an operator', () => {
  it('has a name, a version and a controller', () => {
    expect(() => {
      checkOperator(good);
    }).not.toThrow();
  });

  it.each<[string, Partial<OperatorDefinition>, string]>([
    ['a name with a blank', { name: 'My Op' }, '"My Op": the name must be a DNS label'],
    ['a name that is too long', { name: 'a'.repeat(64) }, `"${'a'.repeat(64)}": the name must be a DNS label`],
    ['a name with a dot', { name: 'a.b' }, '"a.b": the name must be a DNS label'],
    [
      'a version that is not an image tag',
      { version: '1.0+2' },
      '"coffee-2": the version "1.0+2" must be a valid image tag',
    ],
    [
      'an empty selector of namespaces',
      { namespaces: { labelSelector: ' ' } },
      '"coffee-2": namespaces.labelSelector: the label selector is empty: name a label, such as team=a',
    ],
    [
      'a selector of namespaces that cannot be parsed',
      { namespaces: { labelSelector: 'team in a' } },
      '"coffee-2": namespaces.labelSelector: the text is not a label selector, such as team=a',
    ],
    ['no controllers', { controllers: [] }, '"coffee-2": the operator does not have a controller: add at least one'],
    [
      ...(['two controllers of one API', { controllers: [cafe, waiter] }] as const),
      '"coffee-2": two controllers, cafe and waiter, reconcile Cafe.example.com: merge them into one controller',
    ],
    [
      ...(['controllers of two versions of one kind', { controllers: [cafe, oldCafe] }] as const),
      '"coffee-2": two controllers, cafe and old-cafe, reconcile Cafe.example.com: merge them into one controller',
    ],
    [
      ...(['controllers of two kinds with one plural', { controllers: [cafe, bistro] }] as const),
      '"coffee-2": two controllers, cafe and bistro, reconcile cafes.example.com: merge them into one controller',
    ],
    [
      ...(['two conversions of one kind', { conversions: [conversion, otherConversion] }] as const),
      '"coffee-2": two conversions, cafe and other, convert Cafe.example.com: merge their spokes into one',
    ],
    [
      'a controller twice',
      { controllers: [cafe, cafe] },
      '"coffee-2": two controllers have the name cafe: remove or rename one',
    ],
    [
      ...(['a conversion twice', { conversions: [conversion, conversion] }] as const),
      '"coffee-2": two conversions have the name cafe: rename one',
    ],
    [
      ...(['a conversion whose hub has no controller', { conversions: [otherHub] }] as const),
      '"coffee-2": the conversion cafe has the hub Cafe.example.com, which no controller reconciles: add a controller, or add the hub to apis',
    ],
    [
      ...(['a kind of apis that a controller has', { apis: [Menu, Bistro] }] as const),
      '"coffee-2": apis lists cafes.example.com, which the controller cafe reconciles: remove it from apis',
    ],
    [
      ...(['another version of a kind of a controller among apis', { apis: [CafeV1beta1] }] as const),
      '"coffee-2": apis lists cafes.example.com, which the controller cafe reconciles: remove it from apis',
    ],
    ['a kind twice among apis', { apis: [Menu, MenuV1beta1] }, '"coffee-2": apis lists menus.example.com twice'],
    ['a policy twice', { policies: [policy, policy] }, '"coffee-2": two policies have the name cafe: rename one'],
  ])('is rejected with %s', (_, part, problem) => {
    const message = expect.stringContaining(`failed to define the operator ${problem}`) as string;
    expect(() => {
      checkOperator({ ...good, ...part });
    }).toThrow(expect.objectContaining({ code: 'DECLARATION_INVALID', message }));
  });

  it('has kinds without a controller, also with several versions', () => {
    const operator = { ...good, apis: [Menu], conversions: [menuConversion] };
    expect(() => {
      checkOperator(operator);
    }).not.toThrow();
    expect(listApis(operator)).toEqual([Cafe, Menu]);
  });

  it('has the settings of webhooks and migrations only if it converts', () => {
    expect(Object.keys(mergeSettings(good))).toEqual([]);
    const names = Object.keys(mergeSettings({ ...good, conversions: [conversion] }));
    expect(names).toEqual(expect.arrayContaining(['webhooksEnabled', 'webhookPort', 'storageMigrationRate']));
    expect(Object.keys(mergeSettings({ ...good, conversions: [] }))).toEqual([]);
  });

  it('is rejected if two controllers declare different settings with one flag', () => {
    const settings = defineSettings({ a: { type: 'string', flag: '--tables', env: 'A', description: '' } });
    const others = defineSettings({ tables: { type: 'integer', description: '' } });
    const controllers = [
      defineController(Cafe, { settings, reconcile }),
      defineController(Cafe, { name: 'bar', settings: others, reconcile }),
    ];
    expect(() => mergeSettings({ controllers })).toThrow('--tables already belongs to a');
  });
});

describe('an operator of namespaces by label', () => {
  it('has a setting for the selector, which others do not have', () => {
    const namespaces = { labelSelector: 'team in (a, b)' };
    expect(mergeSettings({ ...good, namespaces })).toMatchObject({
      watchNamespaceSelector: { type: 'string', default: 'team in (a, b)' },
    });
    expect(mergeSettings(good)).not.toHaveProperty('watchNamespaceSelector');
    expect(() => {
      checkOperator({ ...good, namespaces });
    }).not.toThrow();
  });

  it('ignores the selector if namespaces are named', () => {
    const settings = { watchNamespaceSelector: 'team=a', watchNamespaces: [] };
    expect(getNamespaceSelector(settings)).toBe('team=a');
    expect(getNamespaceSelector({ ...settings, watchNamespaces: ['north'] })).toBeUndefined();
    expect(getNamespaceSelector({ watchNamespaces: [] })).toBeUndefined();
  });
});
