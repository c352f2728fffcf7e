import { describe, expect, it } from 'vitest';

import { someObject } from '../../fixtures/some-object.ts';
import type { KubeObject, ManagedFieldsEntry } from '../base/index.ts';
import { createTrim, isOwnedByUpdate, findOwnFields } from './own-fields.ts';

const fields = { 'f:data': { 'f:a': {} } };
const statusFields = { 'f:status': { 'f:phase': {} } };

const applied: ManagedFieldsEntry = { manager: 'ours', operation: 'Apply', fieldsType: 'FieldsV1', fieldsV1: fields };
const appliedStatus: ManagedFieldsEntry = { ...applied, subresource: 'status', fieldsV1: statusFields };
const others: ManagedFieldsEntry[] = [
  { ...applied, operation: 'Update', fieldsV1: { 'f:updated': {} } },
  { ...applied, manager: 'theirs', fieldsV1: { 'f:foreign': {} } },
  { ...applied, subresource: 'scale', fieldsV1: { 'f:scaled': {} } },
];

function managed(...managedFields: ManagedFieldsEntry[]): KubeObject {
  return someObject({ name: 'a', labels: { a: 'b' }, managedFields });
}

const trim = createTrim(['ours', 'ours too']);

describe('trimming', () => {
  it('drops the managed fields and nothing else', () => {
    const object = { ...managed(applied, ...others), spec: { managedFields: ['kept'] }, status: {} };

    const trimmed = trim(object);

    const { managedFields: _, ...metadata } = object.metadata;
    expect(trimmed).toStrictEqual({ ...object, metadata });
  });

  it('does not change its argument', () => {
    const object = managed(applied);
    trim(object);

    expect(object).toEqual(managed(applied));
  });

  it('returns the same object if it has nothing to drop, and still remembers its own fields', () => {
    const trimmed = trim(managed(applied));

    expect(trim(trimmed)).toBe(trimmed);
    expect(findOwnFields(trim(trimmed), 'ours')?.fields).toEqual(fields);
  });

  it('stores equal field sets of many objects once', () => {
    const [one, other] = [trim(managed(applied)), trim(managed({ ...applied, fieldsV1: structuredClone(fields) }))];

    expect(findOwnFields(one, 'ours')).toBe(findOwnFields(other, 'ours'));
    expect(findOwnFields(one, 'ours')?.fields).toBe(findOwnFields(other, 'ours')?.fields);
  });
});

describe('own fields', () => {
  it('are the fields that our manager applied to the object and to its status', () => {
    const trimmed = trim(managed(...others, appliedStatus, applied));

    expect(findOwnFields(trimmed, 'ours')?.fields).toEqual(fields);
    expect(findOwnFields(trimmed, 'ours', 'status')?.fields).toEqual(statusFields);
    expect(findOwnFields(trimmed, 'ours', 'scale')).toBeUndefined();
  });

  it('are those of each of our managers', () => {
    const trimmed = trim(managed(applied, { ...applied, manager: 'ours too', fieldsV1: statusFields }));

    expect(findOwnFields(trimmed, 'ours')?.fields).toEqual(fields);
    expect(findOwnFields(trimmed, 'ours too')?.fields).toEqual(statusFields);
  });

  it('are undefined if our managers applied nothing, others applied, or ours updated', () => {
    expect(findOwnFields(trim(managed(...others)), 'ours')).toBeUndefined();
    expect(findOwnFields(trim(managed(applied)), 'ours', 'status')).toBeUndefined();
    expect(findOwnFields(trim(managed(applied, ...others)), 'theirs')).toBeUndefined();
    expect(findOwnFields(someObject({ name: 'a' }), 'ours')).toBeUndefined();
  });

  it('include whether we own something through an update', () => {
    expect(isOwnedByUpdate(trim(managed(applied, ...others)), 'ours')).toBe(true);
    expect(isOwnedByUpdate(managed(...others), 'ours')).toBe(true);
    const status = { ...applied, operation: 'Update', subresource: 'status' };
    expect(isOwnedByUpdate(trim(managed(applied, status)), 'ours')).toBe(false);
    expect(isOwnedByUpdate(trim(managed(applied, ...others)), 'theirs')).toBe(false);
  });

  it('are read from an untrimmed object', () => {
    expect(findOwnFields(managed(...others, applied), 'ours')?.fields).toEqual(fields);
  });

  it('are the same for children that differ only in the uids of their owners', () => {
    const child = (owned: readonly string[], owners = owned): KubeObject => {
      const text = owned.map((uid) => `"k:${JSON.stringify(JSON.stringify({ uid })).slice(1, -1)}":{}`).join();
      const fieldsV1 = JSON.parse(`{"f:metadata":{"f:ownerReferences":{${text}}}}`) as unknown;
      const ownerReferences = owners.map((uid) => ({ apiVersion: 'v1', kind: 'Owner', name: 'o', uid }));
      return someObject({ name: 'a', ownerReferences, managedFields: [{ ...applied, fieldsV1 }] });
    };
    const own = (...made: Parameters<typeof child>) => findOwnFields(trim(child(...made)), 'ours');
    const [first, second, third] = ['7f3c-0001', '7f3c-0002', '7f3c-0003'];
    expect(own([first])).toBe(own([second]));
    expect(own([first, second])).toBe(own([third, first]));
    // Another controller has taken the reference to the first owner, or has replaced it.
    expect(own([second], [first, second])?.text).not.toBe(own([first, second])?.text);
    expect(own([third], [first])?.text).not.toBe(own([first])?.text);
    expect(own([first])?.fields).toEqual({ 'f:metadata': { 'f:ownerReferences': { 'k:{"uid":"0"}': {} } } });
    expect(own(['0'])?.fields).toEqual({ 'f:metadata': { 'f:ownerReferences': { 'k:{"uid":"0"}': {} } } });
  });

  it('are correct for each object, even if there are more field sets than are cached', () => {
    const trimmed = Array.from({ length: 10_050 }, (_, index) => trim(managed({ ...applied, fieldsV1: { index } })));

    expect(trimmed.every((object, index) => findOwnFields(object, 'ours')?.text === JSON.stringify({ index }))).toBe(
      true,
    );
  });
});
