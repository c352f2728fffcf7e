import { describe, expect, it } from 'vitest';

import { someObject } from '../../fixtures/some-object.ts';
import type { KubeObject, ManagedFieldsEntry } from '../base/index.ts';
import type { Change } from '../cache/index.ts';
import { joinCauses } from '../queue/index.ts';
import { explainChange } from './explain-change.ts';

const early = '2026-01-01T00:00:00Z';
const late = '2026-01-01T00:00:01Z';

function buildShop(spec: object, metadata: Partial<KubeObject['metadata']> = {}): KubeObject {
  return { ...someObject({ name: 'shop', namespace: 'default', uid: 'u', ...metadata }), spec } as KubeObject;
}

function owns(manager: string, time: string, ...fields: readonly string[]): ManagedFieldsEntry {
  const fieldsV1 = { 'f:spec': Object.fromEntries(fields.map((field) => [`f:${field}`, {}])) };
  return { manager, operation: 'Update', time, fieldsV1 };
}

function explain(change: Partial<Change<KubeObject>>, whose: 'own' | 'other' = 'own'): readonly string[] {
  const all = { before: undefined, after: undefined, ...change, key: { namespace: 'default', name: 'shop' } };
  return explainChange('Shop', { initial: false, ...all }, whose).causes.map((cause) => cause.toJSON());
}

describe('the cause of a change', () => {
  it('names the changed paths, and the field manager that owns one of them', () => {
    const managedFields = [owns('kubectl-edit', late, 'size'), owns('kubectl-apply', early, 'color', 'price')];
    const change = {
      before: buildShop({ size: 1, color: 'red' }),
      after: buildShop({ size: 2, color: 'red' }),
      managedFields,
    };
    expect(explain(change)).toEqual(['spec.size by kubectl-edit']);
    const container = { ...owns('controller', late), fieldsV1: { 'f:spec': { '.': {} } } };
    expect(explain({ ...change, managedFields: [...managedFields, container] })).toEqual(['spec.size by kubectl-edit']);
    const emptied = { ...owns('controller', late), fieldsV1: { 'f:spec': {} } };
    expect(explain({ ...change, managedFields: [...managedFields, emptied] })).toEqual(['spec.size by kubectl-edit']);
    expect(explain({ ...change, managedFields: [emptied] })).toEqual(['spec.size by controller']);
    expect(explain(change, 'other')).toEqual(['Shop default/shop: spec.size by kubectl-edit']);
  });

  it('names the last writer of a field that is gone', () => {
    const managedFields = [owns('kubectl-edit', late, 'size'), owns('kubectl-apply', early, 'price')];
    const change = { before: buildShop({ size: 1, color: 'red' }), after: buildShop({ size: 1 }), managedFields };
    expect(explain(change)).toEqual(['spec.color by kubectl-edit']);
    const ofStatus = { ...owns('kubelet', late), subresource: 'status', fieldsV1: { 'f:status': { 'f:phase': {} } } };
    expect(explain({ ...change, managedFields: [...managedFields, ofStatus] })).toEqual(explain(change));
  });

  it('names no field manager for the start of a deletion, and without managed fields', () => {
    const managedFields = [owns('kubectl-edit', late, 'size')];
    const before = buildShop({ size: 1 });
    const after = buildShop({ size: 1 }, { deletionTimestamp: late });
    expect(explain({ before, after, managedFields })).toEqual(['metadata.deletionTimestamp']);
    expect(explain({ before, after: buildShop({ size: 2 }) })).toEqual(['spec.size']);
  });

  it('says what else has happened', () => {
    const managedFields = [owns('kubectl-create', late, 'size')];
    const [before, after] = [buildShop({ size: 1 }), buildShop({ size: 1 })];
    expect(explain({ after, managedFields })).toEqual(['created by kubectl-create']);
    expect(explain({ before })).toEqual(['deleted']);
    expect(explain({ before, after: buildShop({ size: 1 }, { uid: 'v' }) })).toEqual(['recreated']);
    expect(explain({ before, after: buildShop({ size: 1 }, { resourceVersion: '9' }), managedFields })).toEqual([
      'changed by kubectl-create',
    ]);
    expect(explain({ before, after: before, managedFields })).toEqual(['changed']);
    expect(explain({ after, initial: true })).toEqual(['start']);
  });

  it('has no values, and is bounded', () => {
    const secret = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`k${index}`, 's3cret']));
    const [text = ''] = explain({ before: buildShop({}), after: buildShop({ ...secret, ['x'.repeat(5000)]: 1 }) });
    expect(text).toMatch(/^spec\.k0, spec\.k1, .*, spec\.k7, …$/);
    const [long = ''] = explain({ before: buildShop({}), after: buildShop({ ['x'.repeat(5000)]: 's3cret' }) });
    expect(long.length).toBeLessThan(120);
  });

  it('joins with later ones of the same object to one', () => {
    const [one, two, three] = [buildShop({ a: 1, b: 1 }), buildShop({ a: 2, b: 1 }), buildShop({ a: 2, b: 2 })];
    const build = (before: KubeObject, after: KubeObject, manager: string) =>
      explainChange(
        'Shop',
        {
          key: { namespace: 'default', name: 'shop' },
          ...{ before, after, initial: false, managedFields: [owns(manager, late, 'a', 'b')] },
        },
        'own',
      ).causes;
    const joined = joinCauses(build(one, two, 'kubectl-edit'), build(two, three, 'argocd'));
    expect(joined.map((cause) => cause.toJSON())).toEqual(['spec.a, spec.b by kubectl-edit, argocd']);
  });
});
