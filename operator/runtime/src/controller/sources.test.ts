import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createScriptedCache } from '../../fixtures/scripted-cache.ts';
import { someObject } from '../../fixtures/some-object.ts';
import {
  getKey,
  formatKey,
  type Kind,
  type KubeObject,
  type LogFields,
  type ObjectKey,
  type OwnerReference,
} from '../base/index.ts';
import type { Change } from '../cache/index.ts';
import { usedBy } from '../reconcile/index.ts';
import {
  createChildListener,
  type Enqueue,
  type EnqueueEach,
  filterChanges,
  createResourceListener,
  createUsedByListener,
  createWatchedListener,
  type SourceListener,
} from './sources.ts';

const cafes: Kind = { group: 'example.com', version: 'v1', kind: 'Cafe', plural: 'cafes', namespaced: true };
const planets: Kind = { ...cafes, kind: 'Planet', plural: 'planets', namespaced: false };

function enqueueInOneTurn(enqueue: Enqueue): EnqueueEach {
  return (keys, why) => {
    for (const key of keys) enqueue(key, why);
  };
}

function collectEnqueued(
  listen: (enqueue: Enqueue) => SourceListener,
  change: { before?: KubeObject; after?: KubeObject; initial?: boolean },
): string[] {
  const keys: string[] = [];
  const listener = listen((key, why) => keys.push(why.initial ? `${key} initial` : key));
  const { before, after, initial = false } = change;
  const { name, namespace } = (after ?? before ?? someObject({ name: 'none' })).metadata;
  const key = namespace === undefined ? { name } : { namespace, name };
  listener({ key, before, after, initial }, { initial, causes: [] });
  return keys;
}

function buildOwned(owner: Partial<OwnerReference>, namespace = 'default'): KubeObject {
  const reference = { apiVersion: 'example.com/v1', kind: 'Cafe', name: 'mocca', uid: 'u', controller: true, ...owner };
  return someObject({ name: 'child', namespace, ownerReferences: [reference] });
}

describe('a change of a resource', () => {
  it('enqueues it when it is created, updated or deleted', () => {
    const mocca = someObject({ name: 'mocca' });
    expect(collectEnqueued(createResourceListener, { after: mocca })).toEqual(['default/mocca']);
    expect(collectEnqueued(createResourceListener, { before: mocca, after: mocca })).toEqual(['default/mocca']);
    expect(collectEnqueued(createResourceListener, { before: mocca })).toEqual(['default/mocca']);
  });

  it('is enqueued as initial if it comes from the first sync', () => {
    const mocca = someObject({ name: 'mocca' });
    expect(collectEnqueued(createResourceListener, { after: mocca, initial: true })).toEqual(['default/mocca initial']);
  });
});

describe('a change of a child', () => {
  const ofCafes = createChildListener.bind(undefined, cafes);

  it('enqueues its controller, also when the child is deleted', () => {
    expect(collectEnqueued(ofCafes, { after: buildOwned({}) })).toEqual(['default/mocca']);
    expect(collectEnqueued(ofCafes, { before: buildOwned({}) })).toEqual(['default/mocca']);
  });

  it('enqueues its controller once if the controller stays the same', () => {
    expect(collectEnqueued(ofCafes, { before: buildOwned({}), after: buildOwned({}) })).toEqual(['default/mocca']);
  });

  it('enqueues the old and the new controller', () => {
    const change = { before: buildOwned({ name: 'latte' }), after: buildOwned({ name: 'mocca' }) };
    expect(collectEnqueued(ofCafes, change)).toEqual(['default/latte', 'default/mocca']);
  });

  it('enqueues the old controller if the child no longer has one', () => {
    expect(collectEnqueued(ofCafes, { before: buildOwned({}), after: someObject({ name: 'child' }) })).toEqual([
      'default/mocca',
    ]);
  });

  it('enqueues nothing if its controller has another kind or group', () => {
    expect(collectEnqueued(ofCafes, { after: buildOwned({ kind: 'Bar' }) })).toEqual([]);
    expect(collectEnqueued(ofCafes, { after: buildOwned({ apiVersion: 'example.org/v1' }) })).toEqual([]);
    expect(collectEnqueued(ofCafes, { after: buildOwned({ apiVersion: 'v1' }) })).toEqual([]);
  });

  it('enqueues its controller for every API version in the reference', () => {
    expect(collectEnqueued(ofCafes, { after: buildOwned({ apiVersion: 'example.com/v1alpha1' }) })).toEqual([
      'default/mocca',
    ]);
  });

  it('does not enqueue owners other than the controller', () => {
    expect(collectEnqueued(ofCafes, { after: buildOwned({ controller: false }) })).toEqual([]);
  });

  it('enqueues an object in the child’s namespace', () => {
    expect(collectEnqueued(ofCafes, { after: buildOwned({}, 'downtown') })).toEqual(['downtown/mocca']);
  });

  it('enqueues a cluster-scoped object by its name', () => {
    const ofPlanets = createChildListener.bind(undefined, planets);
    expect(collectEnqueued(ofPlanets, { after: buildOwned({ kind: 'Planet' }, 'downtown') })).toEqual(['mocca']);
  });

  it('is enqueued as initial if it comes from the first sync', () => {
    expect(collectEnqueued(ofCafes, { after: buildOwned({}), initial: true })).toEqual(['default/mocca initial']);
  });
});

describe('a change of a watched object', () => {
  const mappedBy = (mapTo: Parameters<typeof createWatchedListener>[0]) => (enqueue: Enqueue) =>
    createWatchedListener(mapTo, enqueueInOneTurn(enqueue));
  const byLabel = mappedBy(({ metadata }) =>
    (metadata.labels?.['cafes'] ?? '').split('.').map((name) => ({ namespace: 'default', name })),
  );
  const naming = (cafes: string): KubeObject => someObject({ name: 'menu', labels: { cafes } });

  it('enqueues each key that mapTo returns for the old and the new object once', () => {
    const change = { before: naming('latte.mocca'), after: naming('mocca.ristretto') };
    expect(collectEnqueued(byLabel, change)).toEqual(['default/latte', 'default/mocca', 'default/ristretto']);
  });

  it('that creates or deletes it enqueues the keys for its only state', () => {
    expect(collectEnqueued(byLabel, { after: naming('mocca') })).toEqual(['default/mocca']);
    expect(collectEnqueued(byLabel, { before: naming('latte') })).toEqual(['default/latte']);
  });

  it('enqueues nothing if mapTo returns no key', () => {
    expect(
      collectEnqueued(
        mappedBy(() => []),
        { before: naming('latte'), after: naming('mocca') },
      ),
    ).toEqual([]);
  });

  it('is enqueued as initial if it comes from the first sync', () => {
    expect(collectEnqueued(byLabel, { after: naming('mocca'), initial: true })).toEqual(['default/mocca initial']);
  });
});

describe('a listener with a predicate', () => {
  const [before, after] = [someObject({ name: 'mocca' }), someObject({ name: 'mocca', resourceVersion: '2' })];
  const key = getKey(after);

  function collectNotified(when: () => boolean, ...changes: readonly Omit<Change<KubeObject>, 'key'>[]): number[] {
    const numbers: number[] = [];
    changes.forEach((change, number) => filterChanges(() => numbers.push(number), when)({ key, ...change }));
    return numbers;
  }

  it('receives an update only if `when` returns true', () => {
    const change = { before, after, initial: false };
    expect(collectNotified(() => true, change)).toEqual([0]);
    expect(collectNotified(() => false, change)).toEqual([]);
  });

  it('receives new, deleted, recreated and initial objects without calling `when`', () => {
    const again = someObject({ name: 'mocca', uid: 'another' });
    const changes = [
      { before: undefined, after, initial: false },
      { before, after: undefined, initial: false },
      { before, after: again, initial: false },
      { before, after, initial: true },
    ];
    expect(collectNotified(() => false, ...changes)).toEqual([0, 1, 2, 3]);
  });

  it('receives a change by others from before our last write, because it has no earlier state to compare', () => {
    expect(collectNotified(() => false, { before: after, after, initial: false })).toEqual([0]);
  });

  it('receives the change if `when` throws, and the error is reported', () => {
    const numbers: number[] = [];
    const listener = filterChanges(
      () => numbers.push(1),
      () => {
        throw new Error('what is a generation?');
      },
    );
    expect(() => listener({ key, before, after, initial: false })).toThrow('what is a generation?');
    expect(numbers).toEqual([1]);
  });

  it('is unchanged without a predicate', () => {
    const listener = (): void => undefined;
    expect(filterChanges(listener, undefined)).toBe(listener);
  });
});

describe('a change of an object that resources reference', () => {
  const menus: Kind = { group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', namespaced: true };
  type Naming = KubeObject & { readonly uses: readonly (string | ObjectKey)[] };
  const naming = (name: string, uses: Naming['uses'], metadata: Partial<KubeObject['metadata']> = {}): Naming => ({
    ...someObject({ name, ...metadata }),
    uses,
  });

  function listen(kind: Kind, logFields: LogFields = {}) {
    const scripted = createScriptedCache();
    const names = usedBy(cafes as Kind<Naming>, ({ uses }) => uses);
    const keys: string[] = [];
    const enqueue: Enqueue = (key, { initial }) => void keys.push(initial ? `${key} initial` : key);
    const listener = createUsedByListener({ ...names, kind, logFields }, scripted.cache, enqueueInOneTurn(enqueue));
    const change = (key: ObjectKey, initial = false): readonly string[] => {
      listener({ key, before: undefined, after: undefined, initial }, { initial, causes: [] });
      return keys.splice(0);
    };
    return { ...scripted, change };
  }

  it('enqueues the resources that name it in their own namespace', () => {
    const { emitApplied, change } = listen(menus);
    emitApplied(naming('mocca', ['winter']));
    emitApplied(naming('latte', ['summer', 'winter']));
    emitApplied(naming('far', ['winter'], { namespace: 'downtown' }));
    expect(change({ namespace: 'default', name: 'winter' })).toEqual(['default/mocca', 'default/latte']);
    expect(change({ namespace: 'downtown', name: 'winter' })).toEqual(['downtown/far']);
    expect(change({ namespace: 'default', name: 'autumn' })).toEqual([]);
  });

  it('enqueues the resources that name it by its key, in any namespace', () => {
    const { emitApplied, change } = listen(menus);
    emitApplied(naming('mocca', [{ namespace: 'kitchen', name: 'winter' }]));
    expect(change({ namespace: 'kitchen', name: 'winter' })).toEqual(['default/mocca']);
    expect(change({ namespace: 'default', name: 'winter' })).toEqual([]);
  });

  it('enqueues the resources that name it by its name, if it is cluster-scoped', () => {
    const { emitApplied, change } = listen({ ...menus, namespaced: false });
    emitApplied(naming('mocca', ['winter']));
    expect(change({ name: 'winter' })).toEqual(['default/mocca']);
  });

  it('enqueues the cluster-scoped resources that name it by its key, or by its name if it is cluster-scoped too', () => {
    const { namespace: _, ...metadata } = someObject({ name: 'mocca' }).metadata;
    const namespaced = listen(menus);
    namespaced.emitApplied({ ...naming('mocca', [{ namespace: 'kitchen', name: 'winter' }]), metadata });
    expect(namespaced.change({ namespace: 'kitchen', name: 'winter' })).toEqual(['mocca']);
    const clusterScoped = listen({ ...menus, namespaced: false });
    clusterScoped.emitApplied({ ...naming('mocca', ['winter']), metadata });
    expect(clusterScoped.change({ name: 'winter' })).toEqual(['mocca']);
  });

  it('logs a cluster-scoped resource that names it without its namespace', () => {
    const { namespace: _, ...metadata } = someObject({ name: 'mocca' }).metadata;
    const { emitApplied, logger } = listen(menus);
    emitApplied({ ...naming('mocca', ['winter']), metadata });
    expect(logger.records).toMatchObject([
      {
        error: 'the function of usedBy(…) returned the name winter without the namespace of the ConfigMap',
        fields: { object: 'mocca' },
      },
    ]);
  });

  it('is enqueued as initial if it comes from the first sync', () => {
    const { emitApplied, change } = listen(menus);
    emitApplied(naming('mocca', ['winter']));
    expect(change({ namespace: 'default', name: 'winter' }, true)).toEqual(['default/mocca initial']);
  });

  it('enqueues all resources except those whose names cannot be computed', () => {
    const { emitApplied, change, logger } = listen(menus);
    emitApplied(naming('broken', undefined as unknown as []));
    emitApplied(naming('mocca', ['winter']));
    expect(change({ namespace: 'default', name: 'winter' })).toEqual(['default/mocca']);
    expect(logger.lines.map(({ message }) => message)).toContain('failed to compute the index values of an object');
  });

  it('does not enqueue an empty name, and logs it with the controller and the watch', () => {
    const logFields = { controller: 'cafe', watches: 'menus' };
    const { emitApplied, logger } = listen(menus, logFields);
    emitApplied(naming('broken', [undefined as unknown as string]));
    expect(logger.records).toEqual([
      {
        level: 'error',
        message: 'failed to compute the index values of an object',
        error: 'the function of usedBy(…) returned undefined instead of a name or a key',
        fields: { ...logFields, object: 'default/broken' },
      },
    ]);
  });

  it('enqueues exactly the resources that a resync finds', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd');
    const step = fc.record({ resource: name, uses: fc.option(fc.array(name), { nil: undefined }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
        const { emitApplied, emitDeleted, change, cache } = listen(menus);
        steps.forEach(({ resource, uses = [] }, index) => {
          const object = naming(resource, uses, { resourceVersion: String(index + 10) });
          if (steps[index]?.uses === undefined) emitDeleted(object);
          else emitApplied(object);
        });
        for (const used of ['a', 'b', 'c', 'd']) {
          const users = (cache.list() as readonly Naming[]).filter(({ uses }) => uses.includes(used));
          expect(change({ namespace: 'default', name: used }).toSorted()).toEqual(
            users.map((user) => formatKey(getKey(user))).toSorted(),
          );
        }
      }),
    );
  });
});
