import { describe, expect, it } from 'vitest';

import { someObject } from '../../testing/some-object.ts';
import type { Kind, KubeObject, OwnerReference } from '../base/index.ts';
import type { ChangeListener } from '../cache/index.ts';
import { childListener, resourceListener, watchedListener } from './sources.ts';

const cafes: Kind = { group: 'example.com', version: 'v1', kind: 'Cafe', plural: 'cafes', namespaced: true };
const planets: Kind = { ...cafes, kind: 'Planet', plural: 'planets', namespaced: false };

/** What a listener enqueues for a change, as text. */
function enqueued(
  listen: (enqueue: (key: string, initial: boolean) => void) => ChangeListener<KubeObject>,
  change: { before?: KubeObject; after?: KubeObject; initial?: boolean },
): string[] {
  const keys: string[] = [];
  const listener = listen((key, initial) => keys.push(initial ? `${key} initial` : key));
  const { before, after, initial = false } = change;
  const { name, namespace } = (after ?? before ?? someObject({ name: 'nobody' })).metadata;
  listener({ key: namespace === undefined ? { name } : { namespace, name }, before, after, initial });
  return keys;
}

function ownedBy(owner: Partial<OwnerReference>, namespace = 'default'): KubeObject {
  const reference = { apiVersion: 'example.com/v1', kind: 'Cafe', name: 'mocca', uid: 'u', controller: true, ...owner };
  return someObject({ name: 'child', namespace, ownerReferences: [reference] });
}

describe('a change of a resource', () => {
  it('concerns the resource, whether it came, changed or went', () => {
    const mocca = someObject({ name: 'mocca' });
    expect(enqueued(resourceListener, { after: mocca })).toEqual(['default/mocca']);
    expect(enqueued(resourceListener, { before: mocca, after: mocca })).toEqual(['default/mocca']);
    expect(enqueued(resourceListener, { before: mocca })).toEqual(['default/mocca']);
  });

  it('from the first sync is told as such', () => {
    const mocca = someObject({ name: 'mocca' });
    expect(enqueued(resourceListener, { after: mocca, initial: true })).toEqual(['default/mocca initial']);
  });
});

describe('a change of a child', () => {
  const ofCafes = childListener.bind(undefined, cafes);

  it('concerns its controller, also when the child has gone', () => {
    expect(enqueued(ofCafes, { after: ownedBy({}) })).toEqual(['default/mocca']);
    expect(enqueued(ofCafes, { before: ownedBy({}) })).toEqual(['default/mocca']);
  });

  it('concerns its controller once if that stays the same', () => {
    expect(enqueued(ofCafes, { before: ownedBy({}), after: ownedBy({}) })).toEqual(['default/mocca']);
  });

  it('concerns both the old and the new controller', () => {
    const change = { before: ownedBy({ name: 'latte' }), after: ownedBy({ name: 'mocca' }) };
    expect(enqueued(ofCafes, change)).toEqual(['default/latte', 'default/mocca']);
  });

  it('concerns the old controller if the child has none any more', () => {
    expect(enqueued(ofCafes, { before: ownedBy({}), after: someObject({ name: 'child' }) })).toEqual(['default/mocca']);
  });

  it('concerns nobody if its controller is of another kind or another group', () => {
    expect(enqueued(ofCafes, { after: ownedBy({ kind: 'Bar' }) })).toEqual([]);
    expect(enqueued(ofCafes, { after: ownedBy({ apiVersion: 'example.org/v1' }) })).toEqual([]);
    expect(enqueued(ofCafes, { after: ownedBy({ apiVersion: 'v1' }) })).toEqual([]);
  });

  it('concerns its controller whatever version of the API the reference names', () => {
    expect(enqueued(ofCafes, { after: ownedBy({ apiVersion: 'example.com/v1alpha1' }) })).toEqual(['default/mocca']);
  });

  it('concerns no owner that is not the controller', () => {
    expect(enqueued(ofCafes, { after: ownedBy({ controller: false }) })).toEqual([]);
  });

  it('concerns a resource in the namespace of the child', () => {
    expect(enqueued(ofCafes, { after: ownedBy({}, 'downtown') })).toEqual(['downtown/mocca']);
  });

  it('concerns a cluster-scoped resource by its name alone', () => {
    const ofPlanets = childListener.bind(undefined, planets);
    expect(enqueued(ofPlanets, { after: ownedBy({ kind: 'Planet' }, 'downtown') })).toEqual(['mocca']);
  });

  it('from the first sync is told as such', () => {
    expect(enqueued(ofCafes, { after: ownedBy({}), initial: true })).toEqual(['default/mocca initial']);
  });
});

describe('a change of a watched object', () => {
  const byLabel = watchedListener.bind(undefined, ({ metadata }: KubeObject) =>
    (metadata.labels?.['cafes'] ?? '').split('.').map((name) => ({ namespace: 'default', name })),
  );
  const naming = (cafes: string): KubeObject => someObject({ name: 'menu', labels: { cafes } });

  it('concerns what mapTo says of the object before and after, each once', () => {
    const change = { before: naming('latte.mocca'), after: naming('mocca.ristretto') };
    expect(enqueued(byLabel, change)).toEqual(['default/latte', 'default/mocca', 'default/ristretto']);
  });

  it('that came or went concerns what mapTo says of what is known', () => {
    expect(enqueued(byLabel, { after: naming('mocca') })).toEqual(['default/mocca']);
    expect(enqueued(byLabel, { before: naming('latte') })).toEqual(['default/latte']);
  });

  it('concerns nobody if mapTo names nobody', () => {
    const listen = watchedListener.bind(undefined, () => []);
    expect(enqueued(listen, { before: naming('latte'), after: naming('mocca') })).toEqual([]);
  });

  it('from the first sync is told as such', () => {
    expect(enqueued(byLabel, { after: naming('mocca'), initial: true })).toEqual(['default/mocca initial']);
  });
});
