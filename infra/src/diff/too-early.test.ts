import { describe, expect, it } from 'vitest';

import type { PlainObject } from '../objects/index.ts';
import type { Found } from './lookup.ts';
import type { ObjectDiff } from './object-diff.ts';
import { tooEarly, withNewDefinitions } from './too-early.ts';

const definition: PlainObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'animals.zoo.example' },
  spec: { group: 'zoo.example', names: { kind: 'Animal', plural: 'animals' } },
};
const lion: PlainObject = {
  apiVersion: 'zoo.example/v1',
  kind: 'Animal',
  metadata: { name: 'lion', namespace: 'cage' },
};
const cage: PlainObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'cage' } };

const cluster = (known: Partial<Found>): Found => ({
  live: () => undefined,
  knows: () => true,
  hasNamespace: () => true,
  ...known,
});
const withoutKind = cluster({ knows: () => false });
const withoutNamespace = cluster({ hasNamespace: () => false });

describe('tooEarly', () => {
  it.each<{ outcome: string; reason: string; all: readonly PlainObject[]; found: Found }>([
    {
      outcome: 'not checked',
      reason: 'new, and its kind does not exist yet',
      all: [definition, lion],
      found: withoutKind,
    },
    { outcome: 'refused', reason: 'nothing defines its kind', all: [lion], found: withoutKind },
    {
      outcome: 'not checked',
      reason: 'new, and its namespace cage does not exist yet',
      all: [cage, lion],
      found: withoutNamespace,
    },
    {
      outcome: 'refused',
      reason: 'its namespace cage does not exist, and nothing here creates it',
      all: [lion],
      found: withoutNamespace,
    },
  ])('is $outcome: $reason', ({ outcome, reason, all, found }) => {
    expect(tooEarly(lion, { all, found })).toMatchObject({ outcome, reason, fields: [] });
  });

  it('is nothing that can be tried', () => {
    expect(tooEarly(lion, { all: [lion], found: cluster({}) })).toBeUndefined();
    expect(tooEarly(cage, { all: [cage], found: withoutNamespace })).toBeUndefined();
  });
});

describe('withNewDefinitions', () => {
  const diffOf = ({ apiVersion, kind, metadata }: PlainObject, outcome: ObjectDiff['outcome']): ObjectDiff => ({
    object: { apiVersion, kind, name: metadata.name },
    ...{ outcome, fields: [], conflicts: [] },
  });
  const refused = { ...diffOf(lion, 'refused'), reason: 'unknown field "spec.roars"' };

  it('does not call refused what the present definition refuses, if that changes', () => {
    const diffs = [diffOf(definition, 'changed')];
    expect(withNewDefinitions([refused], { diffs, all: [definition, lion] })).toMatchObject([
      { outcome: 'not checked', reason: 'its definition changes; by the present one: unknown field "spec.roars"' },
    ]);
  });

  it('calls refused what is refused by a definition that stays', () => {
    const diffs = [diffOf(definition, 'unchanged')];
    expect(withNewDefinitions([refused], { diffs, all: [definition, lion] })).toEqual([refused]);
  });
});
