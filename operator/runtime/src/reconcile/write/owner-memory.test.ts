import { describe, expect, it } from 'vitest';

import { someObject } from '../../../fixtures/some-object.ts';
import type { Kind, ObjectKey } from '../../base/index.ts';
import { ConfigMap, Secret } from '../../kinds/index.ts';
import { ChildMemory, DryRunMemory, OwnerMemory } from './owner-memory.ts';

const menu: ObjectKey = { namespace: 'default', name: 'menu' };
const wine: ObjectKey = { namespace: 'default', name: 'wine' };
const signature = { hash: 'a', fields: '{}' };
const another = { ...signature, hash: 'b' };
const third = { ...signature, fields: '{"f:data":{}}' };

/** Caches that hold the objects of one kind under these names. */
const holding =
  (held: Kind, ...names: readonly string[]) =>
  (kind: Kind) => ({
    get: ({ name }: ObjectKey) => (kind === held && names.includes(name) ? someObject({ name }) : undefined),
  });

describe('the memory of children', () => {
  it('has the last signature of a child, and no earlier one', () => {
    const memory = new ChildMemory();
    expect(memory.has(ConfigMap, menu, signature)).toBe(false);
    memory.set(ConfigMap, menu, signature);
    memory.set(ConfigMap, menu, another);
    expect([signature, third, another].map((each) => memory.has(ConfigMap, menu, each))).toEqual([false, false, true]);
    memory.set(ConfigMap, menu, third);
    expect([signature, third, another].map((each) => memory.has(ConfigMap, menu, each))).toEqual([false, true, false]);
  });

  it('distinguishes children by kind, namespace and name', () => {
    const memory = new ChildMemory();
    memory.set(ConfigMap, menu, signature);
    expect(memory.has(Secret, menu, signature)).toBe(false);
    expect(memory.has(ConfigMap, wine, signature)).toBe(false);
    expect(memory.has(ConfigMap, { ...menu, namespace: 'other' }, signature)).toBe(false);
  });

  it('drops those that the cache of their kind does not hold, and no others', () => {
    const memory = new ChildMemory();
    for (const key of [menu, wine]) memory.set(ConfigMap, key, signature);
    memory.set(Secret, menu, signature);
    memory.forgetDeleted(holding(ConfigMap, 'menu'));
    expect([memory.has(ConfigMap, menu, signature), memory.has(ConfigMap, wine, signature)]).toEqual([true, false]);
    expect(memory.has(Secret, menu, signature)).toBe(false);
  });
});

describe('the memory of dry runs', () => {
  it('reports a write as new once, until its text changes', () => {
    const memory = new DryRunMemory();
    const texts = ['1 replica', '1 replica', '2 replicas', '1 replica'];
    expect(texts.map((text) => memory.isNews('update menu', text))).toEqual([true, false, true, true]);
    expect(memory.isNews('update wine', '1 replica')).toBe(true);
  });

  it('reports a write as new again after it was dropped', () => {
    const memory = new DryRunMemory();
    for (const write of ['update menu', 'update wine']) memory.isNews(write, '1 replica');
    memory.beginRun();
    memory.isNews('update menu', '1 replica');
    memory.forgetObsolete();
    expect(memory.isNews('update menu', '1 replica')).toBe(false);
    expect(memory.isNews('update wine', '1 replica')).toBe(true);
  });
});

describe('the memory of an owner', () => {
  it('keeps existing children, and the writes of the run that ends', () => {
    const memory = new OwnerMemory('owner');
    for (const key of [menu, wine]) memory.children.set(ConfigMap, key, signature);
    for (const write of ['update menu', 'update wine']) memory.dryRun.isNews(write, '1 replica');
    memory.beginRun();
    memory.dryRun.isNews('update wine', '1 replica');
    memory.forgetObsolete(new Set(), holding(ConfigMap, 'menu'));
    const { children, dryRun } = memory;
    expect([children.has(ConfigMap, menu, signature), children.has(ConfigMap, wine, signature)]).toEqual([true, false]);
    expect(['update menu', 'update wine'].map((write) => dryRun.isNews(write, '1 replica'))).toEqual([true, false]);
  });
});
