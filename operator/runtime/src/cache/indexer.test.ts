import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createScriptedCache, createSyncedCache, text } from '../../fixtures/scripted-cache.ts';
import { someObject } from '../../fixtures/some-object.ts';
import type { KubeObject } from '../base/index.ts';
import type { CacheIndex } from './indexer.ts';

/** An object with these index values. */
function found(name: string, version: number, ...values: readonly string[]): KubeObject {
  return someObject({ name, resourceVersion: String(version), labels: { values: values.join(' ') } });
}

function valuesOf({ metadata }: KubeObject): readonly string[] {
  return (metadata.labels?.['values'] ?? '').split(' ').filter((value) => value !== '');
}

const row = (index: CacheIndex<KubeObject>, value: string): string[] => index.get(value).map(text).sort();

describe('an index', () => {
  it('is up to date when a listener is notified', () => {
    const { cache, applied } = createSyncedCache();
    const index = cache.indexBy(valuesOf);
    const seen: string[][] = [];
    cache.onChange(() => seen.push(row(index, 'red')));

    applied(found('a', 11, 'red'));

    expect(seen).toEqual([['a@11']]);
  });

  it('is the same for the same function, however often it is requested', () => {
    const { cache } = createSyncedCache();

    expect(cache.indexBy(valuesOf)).toBe(cache.indexBy(valuesOf));
    expect(cache.indexBy((object) => valuesOf(object))).not.toBe(cache.indexBy(valuesOf));
  });

  it('lists an object once, though its values repeat', () => {
    const { cache, applied } = createSyncedCache();
    const index = cache.indexBy(valuesOf);
    applied(found('a', 11, 'red', 'red'));

    expect(row(index, 'red')).toEqual(['a@11']);
  });

  it('returns a copy of its list', () => {
    const { cache } = createScriptedCache();
    const index = cache.indexBy(valuesOf);
    cache.wrote(found('a', 5, 'red'));
    (index.get('red') as KubeObject[]).length = 0;

    expect(row(index, 'red')).toEqual(['a@5']);
  });

  it('finds exactly what a scan of all objects finds, whatever is created, changed and deleted', () => {
    const names = fc.constantFrom('a', 'b', 'c', 'd');
    const values = fc.subarray(['red', 'blue', 'big', '']);
    const happening = fc.oneof(
      fc.record({ does: fc.constant('apply' as const), name: names, values }),
      fc.record({ does: fc.constant('write' as const), name: names, values }),
      fc.record({ does: fc.constant('delete' as const), name: names }),
      fc.record({ does: fc.constant('remove' as const), name: names }),
      fc.record({ does: fc.constant('list' as const), name: names, values }),
    );
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 30 }), fc.nat(30), (all, indexedAt) => {
        const { cache, applied, deleted, replaced } = createSyncedCache();
        let version = 10;
        all.forEach((each, at) => {
          if (at === indexedAt) cache.indexBy(valuesOf);
          version += 1;
          const key = { namespace: 'default', name: each.name };
          if (each.does === 'apply') applied(found(each.name, version, ...each.values));
          else if (each.does === 'write') cache.wrote(found(each.name, version, ...each.values));
          else if (each.does === 'list') replaced(version, [found(each.name, version, ...each.values)]);
          else if (each.does === 'delete') deleted(found(each.name, version));
          else cache.removed(key, cache.get(key)?.metadata.uid ?? '');
          for (const value of ['red', 'blue', 'big', 'other']) {
            const scanned = cache.list().filter((object) => valuesOf(object).includes(value));
            expect(row(cache.indexBy(valuesOf), value)).toEqual(scanned.map(text).sort());
          }
        });
      }),
      { numRuns: 300 },
    );
  });

  it('computes no values and reads no other object when it is queried', () => {
    const { cache, replaced } = createScriptedCache();
    let computed = 0;
    let looked = 0;
    const index = cache.indexBy((object) => {
      computed += 1;
      return valuesOf(object);
    });
    const watched = (object: KubeObject): KubeObject =>
      new Proxy(object, {
        get: (target, name, receiver) => {
          looked += 1;
          return Reflect.get(target, name, receiver) as unknown;
        },
      });
    const many = Array.from({ length: 1000 }, (_, at) => watched(found(`many-${at}`, 5, `of ${at % 2}`)));
    replaced(10, [...many, watched(found('one', 6, 'rare'))]);
    [computed, looked] = [0, 0];

    expect(index.get('rare')).toHaveLength(1);
    expect(index.get('none')).toHaveLength(0);

    expect([computed, looked]).toEqual([0, 0]);
  });

  it('computes only the values of a changed object', () => {
    const { cache, replaced, applied } = createScriptedCache();
    const computed: string[] = [];
    cache.indexBy((object) => {
      computed.push(text(object));
      return [];
    });
    replaced(
      10,
      Array.from({ length: 100 }, (_, at) => found(`many-${at}`, 5)),
    );
    computed.length = 0;

    applied(found('many-7', 11));

    expect(computed.sort()).toEqual(['many-7@11', 'many-7@5']);
  });
});

describe('an index whose function throws', () => {
  const throwing = (object: KubeObject): readonly string[] => {
    if (valuesOf(object).includes('bad')) throw new Error('oops');
    return valuesOf(object);
  };

  it('drops that object until its values can be computed again, and logs that once for each change', () => {
    const { cache, applied, notified, logger } = createSyncedCache();
    const index = cache.indexBy(throwing);
    applied(found('a', 11, 'red'));
    applied(found('a', 12, 'red', 'bad'));
    expect(row(index, 'red')).toEqual([]);
    applied(found('a', 13, 'red', 'bad'));
    applied(found('a', 14, 'red'));

    expect(row(index, 'red')).toEqual(['a@14']);
    expect(notified()).toEqual(['a@5 > a@11', 'a@11 > a@12', 'a@12 > a@13', 'a@13 > a@14']);
    const line = { level: 'error', message: 'an index cannot compute the values of an object', error: 'oops' };
    expect(logger.lines).toEqual([line, line]);
  });

  it('is logged with the object, and with the use of the index', () => {
    const { cache, logger } = createSyncedCache();
    const strange = (() => [undefined]) as unknown as () => readonly string[];
    cache.indexBy(strange, { controller: 'cafe', reads: 'menus', index: 'byGuest' });
    expect(logger.records).toEqual([
      {
        level: 'error',
        message: 'an index cannot compute the values of an object',
        error: 'its function returned undefined where a text is to be',
        fields: { controller: 'cafe', reads: 'menus', index: 'byGuest', object: 'default/a' },
      },
    ]);
  });

  it('does not affect other objects, other indexes or listeners', () => {
    const { cache, replaced, notified } = createScriptedCache();
    const [bad, good] = [cache.indexBy(throwing), cache.indexBy(valuesOf)];
    replaced(10, [found('a', 5, 'red', 'bad'), found('b', 6, 'red')]);

    expect([row(bad, 'red'), row(good, 'red')]).toEqual([['b@6'], ['a@5', 'b@6']]);
    expect(notified()).toEqual(['- > a@5 initial', '- > b@6 initial']);
    expect(cache.synced).toBe(true);
  });

  it('is handled in the same way if it returns something other than a list', () => {
    const { cache, applied, held } = createSyncedCache();
    const index = cache.indexBy((() => undefined) as never);
    applied(found('a', 11));

    expect([held(), row(index, 'red')]).toEqual([['a@11'], []]);
  });
});
