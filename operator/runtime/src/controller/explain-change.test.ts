import { describe, expect, it } from 'vitest';

import { someObject } from '../../fixtures/some-object.ts';
import type { KubeObject, ManagedFieldsEntry } from '../base/index.ts';
import type { Change } from '../cache/index.ts';
import { type Causes, createCause, joinCauses } from '../queue/index.ts';
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

function buildCauses(before: KubeObject, after: KubeObject, managedFields: readonly ManagedFieldsEntry[] = []): Causes {
  const key = { namespace: 'default', name: 'shop' };
  return explainChange('Shop', { key, before, after, initial: false, managedFields }, 'own').causes;
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

  it('names the manager of a map whose entry stands for its fields, before a later writer of others', () => {
    const ofMap = { ...owns('controller', early), fieldsV1: { 'f:spec': {} } };
    const managedFields = [ofMap, owns('kubectl-edit', late, 'price')];
    expect(explain({ before: buildShop({ size: 1 }), after: buildShop({ size: 2 }), managedFields })).toEqual([
      'spec.size by controller',
    ]);
  });

  it('names the last writer of the status only for a field of the status that is gone', () => {
    const ofStatus = { ...owns('kubelet', late), subresource: 'status', fieldsV1: { 'f:status': { 'f:phase': {} } } };
    const managedFields = [owns('kubectl-edit', early, 'size'), ofStatus];
    const withStatus = (spec: object, status: object): KubeObject => ({ ...buildShop(spec), status }) as KubeObject;
    const before = withStatus({ size: 1, color: 'red' }, { phase: 'Open', visitors: 3 });
    const explainTo = (after: KubeObject) => explain({ before, after, managedFields });
    expect(explainTo(withStatus({ size: 1, color: 'red' }, { phase: 'Open' }))).toEqual(['status.visitors by kubelet']);
    expect(explainTo(withStatus({ size: 1 }, { phase: 'Open' }))).toEqual([
      'spec.color, status.visitors by kubectl-edit',
    ]);
  });

  it('names the last writer of the object, not of its status, if it is new', () => {
    const ofStatus = { ...owns('kubelet', late), subresource: 'status', fieldsV1: { 'f:status': { 'f:phase': {} } } };
    const after = { ...buildShop({ size: 1 }), status: { phase: 'Open' } } as KubeObject;
    const managedFields = [owns('kubectl-create', early, 'size'), ofStatus];
    expect(explain({ after, managedFields })).toEqual(['created by kubectl-create']);
  });

  it('names a field manager for another change besides the start of a deletion', () => {
    const managedFields = [owns('kubectl-edit', late, 'size')];
    const before = buildShop({ size: 1, color: 'red' });
    const after = buildShop({ size: 1 }, { deletionTimestamp: late });
    expect(explain({ before, after, managedFields })).toEqual([
      'metadata.deletionTimestamp, spec.color by kubectl-edit',
    ]);
  });

  it('needs no fields in an entry', () => {
    const managedFields = [{ manager: 'old', operation: 'Update', time: late }, owns('kubectl-edit', early, 'size')];
    expect(explain({ before: buildShop({ size: 1 }), after: buildShop({ size: 2 }), managedFields })).toEqual([
      'spec.size by kubectl-edit',
    ]);
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
    expect(explain({ before, managedFields })).toEqual(['deleted']);
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
    const [longest, longer] = ['x'.repeat(95), 'x'.repeat(96)];
    expect(explain({ before: buildShop({}), after: buildShop({ [longest]: 1 }) })).toEqual([`spec.${longest}`]);
    expect(explain({ before: buildShop({}), after: buildShop({ [longer]: 1 }) })).toEqual([`spec.${longest}…`]);
  });

  it('joins with later ones of the same object to one', () => {
    const [one, two, three] = [buildShop({ a: 1, b: 1 }), buildShop({ a: 2, b: 1 }), buildShop({ a: 2, b: 2 })];
    const first = buildCauses(one, two, [owns('kubectl-edit', late, 'a', 'b')]);
    const joined = joinCauses(first, buildCauses(two, three, [owns('argocd', late, 'a', 'b')]));
    expect(joined.map((cause) => cause.toJSON())).toEqual(['spec.a, spec.b by kubectl-edit, argocd']);
  });

  it('marks once that it names only some paths, also joined with a later one of the same paths', () => {
    const buildWide = (value: number) =>
      buildShop(Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`k${String(index)}`, value])));
    const joined = joinCauses(buildCauses(buildWide(1), buildWide(2)), buildCauses(buildWide(2), buildWide(3)));
    expect(joined.map((cause) => cause.toJSON())).toEqual([
      'spec.k0, spec.k1, spec.k2, spec.k3, spec.k4, spec.k5, spec.k6, spec.k7, …',
    ]);
  });

  it('stays the same if it joins one without details', () => {
    const causes = buildCauses(buildShop({ a: 1 }), buildShop({ a: 2 }));
    const joined = joinCauses(causes, [createCause('changed')]);
    expect(joined.map((cause) => cause.toJSON())).toEqual(['spec.a']);
  });
});
