import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { someObject } from '../../../fixtures/some-object.ts';
import type { Kind, OwnerReference } from '../../base/index.ts';
import { buildChildLabels, isOwnedBy, buildOwnerReference } from './ownership.ts';

const kind: Kind = { group: 'my.domain', version: 'v1', kind: 'WebServer', plural: 'webservers', namespaced: true };
const owner = { ...someObject({ name: 'web', uid: 'u1' }), kind: 'WebServer' };
const reference = buildOwnerReference(owner, kind);

describe('the owner reference', () => {
  const ownedBy = (...ownerReferences: OwnerReference[]) =>
    isOwnedBy(someObject({ name: 'child', ownerReferences }), owner);

  it('identifies our child by uid, not by name', () => {
    expect(ownedBy(reference)).toBe(true);
    expect(ownedBy({ ...reference, uid: 'u0' })).toBe(false);
    expect(ownedBy({ ...reference, name: 'renamed' })).toBe(true);
  });

  it('does not identify a child without the controller flag', () => {
    expect(ownedBy({ ...reference, controller: false })).toBe(false);
    expect(ownedBy()).toBe(false);
    expect(ownedBy({ ...reference, controller: false }, { ...reference, uid: 'u0' })).toBe(false);
  });
});

describe('the labels of children', () => {
  it('cut a name that is too long, and end in a letter or digit', () => {
    const getInstanceLabel = (name: string) =>
      buildChildLabels(someObject({ name }), 'op')['app.kubernetes.io/instance'];
    expect(getInstanceLabel('a'.repeat(64))).toBe('a'.repeat(63));
    expect(getInstanceLabel(`${'a'.repeat(62)}.b`)).toBe('a'.repeat(62));
  });

  it('are valid for any owner name', () => {
    const part = fc.stringMatching(/^[a-z0-9]{1,40}$/);
    const names = fc.tuple(part, fc.stringMatching(/^[-.]{1,3}$/), part).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(part, names), (name) => {
        const value = buildChildLabels(someObject({ name }), 'op')['app.kubernetes.io/instance'] ?? '';
        expect(value).toMatch(/^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/);
        expect(name.startsWith(value)).toBe(true);
      }),
    );
  });
});
