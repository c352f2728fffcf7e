import { describe, expect, it } from 'vitest';

import { someObject } from '../../../fixtures/some-object.ts';
import type { KubeObject } from '../../base/index.ts';
import { annotationsChanged, anyOf, generationChanged, labelsChanged } from './predicates.ts';

type Metadata = Partial<KubeObject['metadata']>;

const buildObject = (metadata: Metadata): KubeObject => someObject({ name: 'mocca', ...metadata });

describe('generationChanged', () => {
  it.each<{ title: string; before: Metadata; after: Metadata; holds: boolean }>([
    {
      title: 'holds if the generation has increased',
      before: { generation: 1 },
      after: { generation: 2 },
      holds: true,
    },
    {
      title: 'does not hold if only other fields have changed',
      before: { generation: 1 },
      after: { generation: 1, labels: { a: 'b' } },
      holds: false,
    },
    { title: 'holds for kinds without a generation', before: {}, after: {}, holds: true },
    { title: 'holds if the object has a generation from now on', before: {}, after: { generation: 1 }, holds: true },
  ])('$title', ({ before, after, holds }) => {
    expect(generationChanged(buildObject(before), buildObject(after))).toBe(holds);
  });
});

describe.each([
  { name: 'labelsChanged', predicate: labelsChanged, own: 'labels', other: 'annotations' },
  { name: 'annotationsChanged', predicate: annotationsChanged, own: 'annotations', other: 'labels' },
] as const)('$name', ({ predicate, own, other }) => {
  it.each([
    { what: 'one was added', before: {}, after: { a: '1' }, holds: true },
    { what: 'one was removed', before: { a: '1', b: '2' }, after: { b: '2' }, holds: true },
    { what: 'one has another value', before: { a: '1' }, after: { a: '2' }, holds: true },
    { what: 'one has another name', before: { a: '1' }, after: { b: '1' }, holds: true },
    { what: 'an empty one was added', before: {}, after: { a: '' }, holds: true },
    { what: 'they are in another order', before: { a: '1', b: '2' }, after: { b: '2', a: '1' }, holds: false },
    { what: 'none has changed', before: { a: '1' }, after: { a: '1' }, holds: false },
  ])('decides whether it matters that $what: $holds', ({ before, after, holds }) => {
    expect(predicate(buildObject({ [own]: before }), buildObject({ [own]: after }))).toBe(holds);
  });

  it('holds if one of them does, and calls no further one', () => {
    expect(predicate(buildObject({}), buildObject({ [own]: { a: '1' } }))).toBe(true);
    expect(predicate(buildObject({ [other]: { a: '1' } }), buildObject({ [other]: { a: '2' } }))).toBe(false);
  });
});

describe('anyOf', () => {
  const [before, after] = [buildObject({ generation: 1 }), buildObject({ generation: 1, labels: { a: '1' } })];

  it('holds if one of them does', () => {
    expect(anyOf(generationChanged, labelsChanged)(before, after)).toBe(true);
    expect(anyOf(generationChanged, annotationsChanged)(before, after)).toBe(false);
  });

  it('of no predicates never holds', () => {
    expect(anyOf()(before, after)).toBe(false);
  });
});
