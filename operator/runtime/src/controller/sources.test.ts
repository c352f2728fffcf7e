import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createScriptedCache } from '../../fixtures/scripted-cache.ts';
import { someObject } from '../../fixtures/some-object.ts';
import {
  keyOf,
  keyText,
  type Kind,
  type KubeObject,
  type LogFields,
  type ObjectKey,
  type OwnerReference,
} from '../base/index.ts';
import type { Change, ChangeListener } from '../cache/index.ts';
import { usedBy } from '../reconcile/index.ts';
import {
  childListener,
  type Enqueue,
  type EnqueueEach,
  filtered,
  resourceListener,
  usedByListener,
  watchedListener,
} from './sources.ts';

const cafes: Kind = { group: 'example.com', version: 'v1', kind: 'Cafe', plural: 'cafes', namespaced: true };
const planets: Kind = { ...cafes, kind: 'Planet', plural: 'planets', namespaced: false };

/** Enqueues all keys in one turn. */
function inOneTurn(enqueue: Enqueue): EnqueueEach {
  return (keys, initial) => {
    for (const key of keys) enqueue(key, initial);
  };
}

/** What a listener enqueues for a change, as text. */
function enqueued(
  listen: (enqueue: Enqueue) => ChangeListener<KubeObject>,
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
  it('concerns the resource, whether it is created, updated or deleted', () => {
    const mocca = someObject({ name: 'mocca' });
    expect(enqueued(resourceListener, { after: mocca })).toEqual(['default/mocca']);
    expect(enqueued(resourceListener, { before: mocca, after: mocca })).toEqual(['default/mocca']);
    expect(enqueued(resourceListener, { before: mocca })).toEqual(['default/mocca']);
  });

  it('from the first sync is enqueued as initial', () => {
    const mocca = someObject({ name: 'mocca' });
    expect(enqueued(resourceListener, { after: mocca, initial: true })).toEqual(['default/mocca initial']);
  });
});

describe('a change of a child', () => {
  const ofCafes = childListener.bind(undefined, cafes);

  it('concerns its controller, also when the child is deleted', () => {
    expect(enqueued(ofCafes, { after: ownedBy({}) })).toEqual(['default/mocca']);
    expect(enqueued(ofCafes, { before: ownedBy({}) })).toEqual(['default/mocca']);
  });

  it('concerns its controller once if that is the same before and after', () => {
    expect(enqueued(ofCafes, { before: ownedBy({}), after: ownedBy({}) })).toEqual(['default/mocca']);
  });

  it('concerns both the old and the new controller', () => {
    const change = { before: ownedBy({ name: 'latte' }), after: ownedBy({ name: 'mocca' }) };
    expect(enqueued(ofCafes, change)).toEqual(['default/latte', 'default/mocca']);
  });

  it('concerns the old controller if the child no longer has one', () => {
    expect(enqueued(ofCafes, { before: ownedBy({}), after: someObject({ name: 'child' }) })).toEqual(['default/mocca']);
  });

  it('concerns no resource if its controller is of another kind or another group', () => {
    expect(enqueued(ofCafes, { after: ownedBy({ kind: 'Bar' }) })).toEqual([]);
    expect(enqueued(ofCafes, { after: ownedBy({ apiVersion: 'example.org/v1' }) })).toEqual([]);
    expect(enqueued(ofCafes, { after: ownedBy({ apiVersion: 'v1' }) })).toEqual([]);
  });

  it('concerns its controller, whatever version of the API the reference names', () => {
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

  it('from the first sync is enqueued as initial', () => {
    expect(enqueued(ofCafes, { after: ownedBy({}), initial: true })).toEqual(['default/mocca initial']);
  });
});

describe('a change of a watched object', () => {
  const mappedBy = (mapTo: Parameters<typeof watchedListener>[0]) => (enqueue: Enqueue) =>
    watchedListener(mapTo, inOneTurn(enqueue));
  const byLabel = mappedBy(({ metadata }) =>
    (metadata.labels?.['cafes'] ?? '').split('.').map((name) => ({ namespace: 'default', name })),
  );
  const naming = (cafes: string): KubeObject => someObject({ name: 'menu', labels: { cafes } });

  it('concerns the keys that mapTo returns for the object before and after, each once', () => {
    const change = { before: naming('latte.mocca'), after: naming('mocca.ristretto') };
    expect(enqueued(byLabel, change)).toEqual(['default/latte', 'default/mocca', 'default/ristretto']);
  });

  it('that is created or deleted concerns the keys that mapTo returns for its only state', () => {
    expect(enqueued(byLabel, { after: naming('mocca') })).toEqual(['default/mocca']);
    expect(enqueued(byLabel, { before: naming('latte') })).toEqual(['default/latte']);
  });

  it('concerns no resource if mapTo returns no key', () => {
    expect(
      enqueued(
        mappedBy(() => []),
        { before: naming('latte'), after: naming('mocca') },
      ),
    ).toEqual([]);
  });

  it('from the first sync is enqueued as initial', () => {
    expect(enqueued(byLabel, { after: naming('mocca'), initial: true })).toEqual(['default/mocca initial']);
  });
});

describe('a listener behind a predicate', () => {
  const [before, after] = [someObject({ name: 'mocca' }), someObject({ name: 'mocca', resourceVersion: '2' })];
  const key = keyOf(after);

  /** The numbers of those of `changes` of which it is notified. */
  function notifiedOf(when: () => boolean, ...changes: readonly Omit<Change<KubeObject>, 'key'>[]): number[] {
    const numbers: number[] = [];
    changes.forEach((change, number) => filtered(() => numbers.push(number), when)({ key, ...change }));
    return numbers;
  }

  it('is notified of an update only if `when` holds', () => {
    const change = { before, after, initial: false };
    expect(notifiedOf(() => true, change)).toEqual([0]);
    expect(notifiedOf(() => false, change)).toEqual([]);
  });

  it('is notified of an object that is new, deleted, created again, or initial, whatever `when` returns', () => {
    const again = someObject({ name: 'mocca', uid: 'another' });
    const changes = [
      { before: undefined, after, initial: false },
      { before, after: undefined, initial: false },
      { before, after: again, initial: false },
      { before, after, initial: true },
    ];
    expect(notifiedOf(() => false, ...changes)).toEqual([0, 1, 2, 3]);
  });

  it('is notified of a change by others before our own last write, for which there is no earlier state to compare', () => {
    expect(notifiedOf(() => false, { before: after, after, initial: false })).toEqual([0]);
  });

  it('is notified if `when` throws, and the error is passed on', () => {
    const numbers: number[] = [];
    const listener = filtered(
      () => numbers.push(1),
      () => {
        throw new Error('what is a generation?');
      },
    );
    expect(() => listener({ key, before, after, initial: false })).toThrow('what is a generation?');
    expect(numbers).toEqual([1]);
  });

  it('is the same function without a predicate', () => {
    const listener = resourceListener(() => undefined);
    expect(filtered(listener, undefined)).toBe(listener);
  });
});

describe('a change of an object that resources name', () => {
  const menus: Kind = { group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', namespaced: true };
  type Naming = KubeObject & { readonly uses: readonly (string | ObjectKey)[] };
  const naming = (name: string, uses: Naming['uses'], metadata: Partial<KubeObject['metadata']> = {}): Naming => ({
    ...someObject({ name, ...metadata }),
    uses,
  });

  /** Enqueues the resources that name a changed object. */
  function listen(kind: Kind, whose: LogFields = {}) {
    const scripted = createScriptedCache();
    const names = usedBy(cafes as Kind<Naming>, ({ uses }) => uses);
    const keys: string[] = [];
    const enqueue = (key: string, initial: boolean): void => void keys.push(initial ? `${key} initial` : key);
    const listener = usedByListener({ ...names, kind, whose }, scripted.cache, inOneTurn(enqueue));
    const change = (key: ObjectKey, initial = false): readonly string[] => {
      listener({ key, before: undefined, after: undefined, initial });
      return keys.splice(0);
    };
    return { ...scripted, change };
  }

  it('concerns the resources that name it in their own namespace', () => {
    const { applied, change } = listen(menus);
    applied(naming('mocca', ['winter']));
    applied(naming('latte', ['summer', 'winter']));
    applied(naming('far', ['winter'], { namespace: 'downtown' }));
    expect(change({ namespace: 'default', name: 'winter' })).toEqual(['default/mocca', 'default/latte']);
    expect(change({ namespace: 'downtown', name: 'winter' })).toEqual(['downtown/far']);
    expect(change({ namespace: 'default', name: 'autumn' })).toEqual([]);
  });

  it('concerns the resources that name it by its key, in any namespace', () => {
    const { applied, change } = listen(menus);
    applied(naming('mocca', [{ namespace: 'kitchen', name: 'winter' }]));
    expect(change({ namespace: 'kitchen', name: 'winter' })).toEqual(['default/mocca']);
    expect(change({ namespace: 'default', name: 'winter' })).toEqual([]);
  });

  it('concerns the resources that name it by its name, if it is cluster-scoped', () => {
    const { applied, change } = listen({ ...menus, namespaced: false });
    applied(naming('mocca', ['winter']));
    expect(change({ name: 'winter' })).toEqual(['default/mocca']);
  });

  it('from the first sync is enqueued as initial', () => {
    const { applied, change } = listen(menus);
    applied(naming('mocca', ['winter']));
    expect(change({ namespace: 'default', name: 'winter' }, true)).toEqual(['default/mocca initial']);
  });

  it('concerns all resources but those whose names cannot be computed', () => {
    const { applied, change, logger } = listen(menus);
    applied(naming('broken', undefined as unknown as []));
    applied(naming('mocca', ['winter']));
    expect(change({ namespace: 'default', name: 'winter' })).toEqual(['default/mocca']);
    expect(logger.lines.map(({ message }) => message)).toContain('an index cannot compute the values of an object');
  });

  it('concerns no resource with an empty name, which is logged with the controller and the watch', () => {
    const whose = { controller: 'cafe', watches: 'menus' };
    const { applied, logger } = listen(menus, whose);
    applied(naming('broken', [undefined as unknown as string]));
    expect(logger.records).toEqual([
      {
        level: 'error',
        message: 'an index cannot compute the values of an object',
        error: 'its function returned undefined where a name or a key is to be',
        fields: { ...whose, object: 'default/broken' },
      },
    ]);
  });

  it('concerns exactly the resources that a resync finds, whatever happened to them', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd');
    const step = fc.record({ resource: name, uses: fc.option(fc.array(name), { nil: undefined }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
        const { applied, deleted, change, cache } = listen(menus);
        steps.forEach(({ resource, uses = [] }, index) => {
          const object = naming(resource, uses, { resourceVersion: String(index + 10) });
          if (steps[index]?.uses === undefined) deleted(object);
          else applied(object);
        });
        for (const used of ['a', 'b', 'c', 'd']) {
          const users = (cache.list() as readonly Naming[]).filter(({ uses }) => uses.includes(used));
          expect(change({ namespace: 'default', name: used }).toSorted()).toEqual(
            users.map((user) => keyText(keyOf(user))).toSorted(),
          );
        }
      }),
    );
  });
});
