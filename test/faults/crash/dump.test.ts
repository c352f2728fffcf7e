import { expect, it } from 'vitest';

import { normalizeObjects } from './dump.ts';

function dump(namespace: string, { chance, ownerUid = `0000000${chance}-0000-4000-8000-000000000000` }: Ids) {
  const meta = { namespace, resourceVersion: chance, creationTimestamp: `2026-01-0${chance}T00:00:00Z` };
  const ownerReferences = [{ apiVersion: 'v1', kind: 'Echo', name: 'hey', uid: ownerUid }];
  return normalizeObjects(namespace, [
    {
      apiVersion: 'v1',
      kind: 'Echo',
      metadata: { ...meta, name: 'hey', uid: `0000000${chance}-0000-4000-8000-000000000000` },
    },
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { ...meta, name: `hey-${chance}`, generateName: 'hey-', uid: `pod-${chance}`, ownerReferences },
    },
  ]);
}

interface Ids {
  readonly chance: string;
  readonly ownerUid?: string;
}

it('objects of two namespaces differ only in random values', () => {
  expect(dump('t-1', { chance: '1' })).toEqual(dump('t-2', { chance: '2' }));
});

it('a reference to another owner is a difference', () => {
  const anotherUid = '99999999-0000-4000-8000-000000000000';
  expect(dump('t-1', { chance: '1' })).not.toEqual(dump('t-2', { chance: '2', ownerUid: anotherUid }));
});
