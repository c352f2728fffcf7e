import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createScriptedCache, createSyncedCache, formatVersioned } from '../../fixtures/scripted-cache.ts';
import { someObject } from '../../fixtures/some-object.ts';
import type { KubeObject } from '../base/index.ts';
import type { CacheIndex } from './indexer.ts';

function buildObject(name: string, version: number, ...values: readonly string[]): KubeObject {
  return someObject({ name, resourceVersion: String(version), labels: { values: values.join(' ') } });
}

function splitValues({ metadata }: KubeObject): readonly string[] {
  return (metadata.labels?.['values'] ?? '').split(' ').filter((value) => value !== '');
}

const listRow = (index: CacheIndex<KubeObject>, value: string): string[] =>
  index.get(value).map(formatVersioned).sort();

describe('an index', () => {
  it('is up to date when a listener is notified', () => {
    const { cache, emitApplied } = createSyncedCache();
    const index = cache.indexBy(splitValues);
    const seen: string[][] = [];
    cache.onChange(() => seen.push(listRow(index, 'red')));

    emitApplied(buildObject('a', 11, 'red'));

    expect(seen).toEqual([['a@11']]);
  });

  it('is the same for the same function in every request', () => {
    const { cache } = createSyncedCache();

    expect(cache.indexBy(splitValues)).toBe(cache.indexBy(splitValues));
    expect(cache.indexBy((object) => splitValues(object))).not.toBe(cache.indexBy(splitValues));
  });

  it('notifies of a value that the first object gets and the last one loses, and of present ones at once', () => {
    const { cache, emitApplied, emitDeleted } = createSyncedCache();
    const index = cache.indexBy(splitValues);
    emitApplied(buildObject('a', 11, 'red'));
    const seen: string[] = [];
    index.onValue((value, isUsed) => seen.push(`${value} ${isUsed ? 'used' : 'unused'} ${index.get(value).length}`));
    expect(seen.splice(0)).toEqual(['red used 1']);

    emitApplied(buildObject('b', 12, 'red'));
    emitApplied(buildObject('a', 13, 'blue'));
    expect(seen.splice(0)).toEqual(['blue used 1']);
    emitDeleted(buildObject('b', 14, 'red'));
    emitApplied(buildObject('a', 15));
    expect(seen).toEqual(['red unused 0', 'blue unused 0']);
  });

  it('lists an object once, even with duplicate values', () => {
    const { cache, emitApplied } = createSyncedCache();
    const index = cache.indexBy(splitValues);
    emitApplied(buildObject('a', 11, 'red', 'red'));

    expect(listRow(index, 'red')).toEqual(['a@11']);
  });

  it('returns a copy of its list', () => {
    const { cache } = createScriptedCache();
    const index = cache.indexBy(splitValues);
    cache.recordWrite(buildObject('a', 5, 'red'));
    (index.get('red') as KubeObject[]).length = 0;

    expect(listRow(index, 'red')).toEqual(['a@5']);
  });

  it('finds exactly what a scan of all objects finds after any changes', () => {
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
        const { cache, emitApplied, emitDeleted, emitReplaced } = createSyncedCache();
        let version = 10;
        all.forEach((each, at) => {
          if (at === indexedAt) cache.indexBy(splitValues);
          version += 1;
          const key = { namespace: 'default', name: each.name };
          if (each.does === 'apply') emitApplied(buildObject(each.name, version, ...each.values));
          else if (each.does === 'write') cache.recordWrite(buildObject(each.name, version, ...each.values));
          else if (each.does === 'list') emitReplaced(version, [buildObject(each.name, version, ...each.values)]);
          else if (each.does === 'delete') emitDeleted(buildObject(each.name, version));
          else cache.recordRemoval(key, cache.get(key)?.metadata.uid ?? '');
          for (const value of ['red', 'blue', 'big', 'other']) {
            const scanned = cache.list().filter((object) => splitValues(object).includes(value));
            expect(listRow(cache.indexBy(splitValues), value)).toEqual(scanned.map(formatVersioned).sort());
          }
        });
      }),
      { numRuns: 300 },
    );
  });

  it('computes no values and reads no other object in a query', () => {
    const { cache, emitReplaced } = createScriptedCache();
    let computed = 0;
    let looked = 0;
    const index = cache.indexBy((object) => {
      computed += 1;
      return splitValues(object);
    });
    const watched = (object: KubeObject): KubeObject =>
      new Proxy(object, {
        get: (target, name, receiver) => {
          looked += 1;
          return Reflect.get(target, name, receiver) as unknown;
        },
      });
    const many = Array.from({ length: 1000 }, (_, at) => watched(buildObject(`many-${at}`, 5, `of ${at % 2}`)));
    emitReplaced(10, [...many, watched(buildObject('one', 6, 'rare'))]);
    [computed, looked] = [0, 0];

    expect(index.get('rare')).toHaveLength(1);
    expect(index.get('none')).toHaveLength(0);

    expect([computed, looked]).toEqual([0, 0]);
  });

  it('computes only the values of a changed object', () => {
    const { cache, emitReplaced, emitApplied } = createScriptedCache();
    const computed: string[] = [];
    cache.indexBy((object) => {
      computed.push(formatVersioned(object));
      return [];
    });
    emitReplaced(
      10,
      Array.from({ length: 100 }, (_, at) => buildObject(`many-${at}`, 5)),
    );
    computed.length = 0;

    emitApplied(buildObject('many-7', 11));

    expect(computed.sort()).toEqual(['many-7@11', 'many-7@5']);
  });
});

describe('an index whose function throws', () => {
  const throwing = (object: KubeObject): readonly string[] => {
    if (splitValues(object).includes('bad')) throw new Error('oops');
    return splitValues(object);
  };

  it('drops that object until its values can be computed again, and logs each change once', () => {
    const { cache, emitApplied, takeNotified, logger } = createSyncedCache();
    const index = cache.indexBy(throwing);
    emitApplied(buildObject('a', 11, 'red'));
    emitApplied(buildObject('a', 12, 'red', 'bad'));
    expect(listRow(index, 'red')).toEqual([]);
    emitApplied(buildObject('a', 13, 'red', 'bad'));
    emitApplied(buildObject('a', 14, 'red'));

    expect(listRow(index, 'red')).toEqual(['a@14']);
    expect(takeNotified()).toEqual(['a@5 > a@11', 'a@11 > a@12', 'a@12 > a@13', 'a@13 > a@14']);
    const line = { level: 'error', message: 'failed to compute the index values of an object', error: 'oops' };
    expect(logger.lines).toEqual([line, line]);
  });

  it('is logged with the object, and with the use of the index', () => {
    const { cache, logger } = createSyncedCache();
    const strange = (() => [undefined]) as unknown as () => readonly string[];
    cache.indexBy(strange, { controller: 'cafe', reads: 'menus', index: 'byGuest' });
    expect(logger.records).toEqual([
      {
        level: 'error',
        message: 'failed to compute the index values of an object',
        error: 'the function of the index returned undefined instead of a string',
        fields: { controller: 'cafe', reads: 'menus', index: 'byGuest', object: 'default/a' },
      },
    ]);
  });

  it('does not affect other objects, other indexes or listeners', () => {
    const { cache, emitReplaced, takeNotified } = createScriptedCache();
    const [bad, good] = [cache.indexBy(throwing), cache.indexBy(splitValues)];
    emitReplaced(10, [buildObject('a', 5, 'red', 'bad'), buildObject('b', 6, 'red')]);

    expect([listRow(bad, 'red'), listRow(good, 'red')]).toEqual([['b@6'], ['a@5', 'b@6']]);
    expect(takeNotified()).toEqual(['- > a@5 initial', '- > b@6 initial']);
    expect(cache.synced).toBe(true);
  });

  it('is handled in the same way if it returns something other than a list', () => {
    const { cache, emitApplied, listHeld } = createSyncedCache();
    const index = cache.indexBy((() => undefined) as never);
    emitApplied(buildObject('a', 11));

    expect([listHeld(), listRow(index, 'red')]).toEqual([['a@11'], []]);
  });
});
