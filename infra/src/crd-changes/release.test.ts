import { describe, expect, it } from 'vitest';

import { type CrdChange, findRejectedChanges } from './index.ts';
import { rules } from './rules.ts';
import { computeNextBreakingVersion } from './release.ts';

function buildChange(rule: 'field-removed' | 'field-added', ...versions: string[]): CrdChange {
  return { crd: 'things.example', versions, path: 'spec.a', rule, what: '', ...rules[rule] };
}

const removed = buildChange('field-removed', 'v1');
const changes = [removed, buildChange('field-added', 'v1')];

describe('findRejectedChanges', () => {
  it.each([
    ['1.4.2', '2.0.0'],
    ['1.4.2', '3.1.0-rc.1'],
    ['0.1.3', '0.2.0'],
    ['0.1.3', '1.0.0'],
    ['v1.0.0', 'v2.0.0'],
  ])('rejects nothing from %s to %s', (from, to) => {
    expect(findRejectedChanges(changes, { from, to })).toEqual([]);
  });

  it.each([
    ['1.4.2', '1.4.2'],
    ['1.4.2', '1.5.0'],
    ['0.1.3', '0.1.4'],
    ['0.0.1', '0.0.2'],
    ['1.0.0-rc.1', '1.0.0'],
    ['1.0.0', undefined],
    [undefined, '2.0.0'],
  ])('rejects breaking changes from %s to %s', (from, to) => {
    expect(findRejectedChanges(changes, { from, to })).toEqual([removed]);
  });

  it('rejects no change of an alpha version if alphaMayBreak is set', () => {
    const alpha = buildChange('field-removed', 'v1alpha1');
    const both = buildChange('field-removed', 'v1alpha1', 'v1beta1');
    const found = [alpha, both, buildChange('field-removed', 'v1beta2')];
    const versions = { from: '1.0.0', to: '1.0.1' };
    expect(findRejectedChanges(found, versions)).toEqual(found);
    expect(findRejectedChanges(found, { ...versions, alphaMayBreak: true })).toEqual(found.slice(1));
  });

  it('throws for a version below the released one, and for an invalid version', () => {
    expect(() => findRejectedChanges([], { from: '1.4.2', to: '1.4.1' })).toThrow(
      'version 1.4.1 is below the released 1.4.2',
    );
    expect(() => findRejectedChanges([], { from: '1.4', to: '2.0.0' })).toThrow('"1.4" is not a semantic version');
  });
});

describe('computeNextBreakingVersion', () => {
  it('is the next major version, or the next minor one below 1.0', () => {
    expect(['1.4.2', '0.1.3', '0.0.1'].map(computeNextBreakingVersion)).toEqual(['2.0.0', '0.2.0', '0.1.0']);
  });
});
