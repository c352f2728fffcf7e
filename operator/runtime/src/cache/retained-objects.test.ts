import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { describe, expect, it } from 'vitest';

import { buildObjectAt, createSyncedCache } from '../../fixtures/scripted-cache.ts';
import type { KubeObject } from '../base/index.ts';
import { WatchProgress } from './watch-progress.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The number of these objects that are still in memory. */
async function countLeft(objects: readonly WeakRef<KubeObject>[]): Promise<number> {
  // A dereferenced WeakRef keeps its object alive until the next turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  return objects.filter((each) => each.deref() !== undefined).length;
}

const buildKey = (name: string) => ({ namespace: 'default', name });

describe('a cache', () => {
  it('keeps only the newest state of each object, though indexes and listeners had earlier ones', async () => {
    const { cache, emitApplied, takeNotified } = createSyncedCache();
    const index = cache.indexBy(({ metadata }) => [metadata.name]);
    const seen: WeakRef<KubeObject>[] = [];
    const see = (object: KubeObject): KubeObject => {
      seen.push(new WeakRef(object));
      return object;
    };
    for (let version = 11; version < 111; version += 1) {
      if (version % 3 !== 0) emitApplied(see(buildObjectAt('a', version)));
      else {
        using _ = cache.beginWrite(buildKey('a'));
        cache.recordWrite(see(buildObjectAt('a', version)));
      }
    }
    expect([seen.length, takeNotified().length]).toEqual([100, 100]);

    expect(await countLeft(seen)).toBe(1);
    expect([cache.size, index.get('a').length]).toEqual([1, 1]);
  });

  it('forgets a deleted object completely', async () => {
    const { cache, emitApplied, emitDeleted, emitReplaced, emitBookmark, clock, takeNotified } = createSyncedCache();
    cache.indexBy(({ metadata }) => [metadata.name]);
    const seen: WeakRef<KubeObject>[] = [];
    const see = (object: KubeObject): KubeObject => {
      seen.push(new WeakRef(object));
      return object;
    };
    emitApplied(see(buildObjectAt('shown', 11)));
    emitDeleted(see(buildObjectAt('shown', 12)));
    emitApplied(see(buildObjectAt('ours', 13)));
    cache.recordRemoval(buildKey('ours'), 'uid-of-ours');
    cache.recordWrite(see(buildObjectAt('written', 14)));
    emitApplied(see(buildObjectAt('listed', 15)));
    emitReplaced(20, []);
    cache.recordWrite(see(buildObjectAt('elsewhere', 21)));
    await clock.advance(600_000);
    emitBookmark(30);
    takeNotified();

    expect(await countLeft(seen)).toBe(0);
    expect(cache.size).toBe(0);
  });
});

describe('the progress of a watch', () => {
  it('forgets our own write as soon as the watch has shown or passed it', () => {
    const progress = new WatchProgress();
    progress.expectOwnWrite('11', buildKey('a'), 0);
    progress.expectOwnWrite('12', buildKey('b'), 0);
    progress.expectOwnWrite('15', buildKey('c'), 0);
    expect(progress.confirmOwnWrite('11')).toBe(true);
    expect(progress.confirmOwnWrite('11')).toBe(false);

    expect(progress.advance('13', 0)).toEqual([['12', buildKey('b')]]);

    expect([progress.confirmOwnWrite('12'), progress.advance('14', 0)]).toEqual([false, []]);
    expect(progress.advance('15', 0)).toEqual([['15', buildKey('c')]]);
    expect(progress.confirmOwnWrite('15')).toBe(false);
  });

  it('forgets our own deletion at a list of the newest state after it, or after ten minutes', () => {
    const progress = new WatchProgress();
    progress.addTombstone('first', 0);
    progress.addTombstone('second', 100);
    const tombstones = (): string[] => ['first', 'second'].filter((uid) => progress.hasTombstone(uid));
    progress.takeNewest('5', 0);
    expect(tombstones()).toEqual(['first', 'second']);
    progress.takeNewest('6', 100);
    expect(tombstones()).toEqual(['second']);

    progress.addTombstone('first', 50);
    progress.advance('10', 600_049);
    expect(tombstones()).toEqual(['first', 'second']);
    progress.advance('11', 600_100);
    expect(tombstones()).toEqual([]);
  });
});
