import { afterEach, describe, expect, it } from 'vitest';

import { createFakeClock, type FakeClock } from '../../../testing/src/fake-clock.ts';
import { StoreRecovery, longestPauseMs, pauses } from './store-recovery.ts';
import { PetStoreError, type PetStore } from '../../pet-store/client/index.ts';
import { sharePetStore } from './shared-store.ts';

const thor = { namespace: 'pets', name: 'thor' };
const tron = { namespace: 'pets', name: 'tron' };

interface RecoveryFixture {
  readonly clock: FakeClock;
  readonly comeback: StoreRecovery;
  /** When the store was probed, in milliseconds. */
  readonly probes: number[];
  /** The names that `keys` has yielded, each with its time in milliseconds. */
  readonly woken: (readonly [string, number])[];
  isUp: boolean;
}

const stops: AbortController[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop.abort(new Error('over'));
});

/** A `StoreRecovery` whose store does not answer. */
function createRecovery({ random = (): number => 0 } = {}): RecoveryFixture {
  const clock = createFakeClock();
  const stop = new AbortController();
  stops.push(stop);
  const probe = (): Promise<boolean> => {
    all.probes.push(clock.monotonic());
    return Promise.resolve(all.isUp);
  };
  const comeback = new StoreRecovery({ clock, random, probe, isBack: () => undefined });
  const all: RecoveryFixture = { clock, comeback, probes: [], woken: [], isUp: false };
  const listen = async (): Promise<void> => {
    for await (const { name } of comeback.keys(stop.signal)) all.woken.push([name, clock.monotonic()]);
  };
  listen().catch(() => undefined);
  return all;
}

describe('a Pet that waits for the store', () => {
  it('is enqueued within two seconds after the store answers again, after an outage of any length', async () => {
    const all = createRecovery();
    all.comeback.addWaiting(thor);
    all.comeback.addWaiting(tron);
    all.comeback.addWaiting(thor);
    await all.clock.advance(600_000);
    expect(all.woken).toEqual([]);
    all.isUp = true;
    const backAt = all.clock.monotonic();
    await all.clock.advance(pauses.lastMs);
    expect(all.woken.map(([name]) => name)).toEqual(['thor', 'tron']);
    for (const [, at] of all.woken) expect(at - backAt).toBeLessThanOrEqual(pauses.lastMs);
  });

  it('is enqueued once, and then the store is no longer probed', async () => {
    const all = createRecovery();
    all.isUp = true;
    all.comeback.addWaiting(thor);
    await all.clock.advance(pauses.firstMs);
    expect([all.woken.length, all.probes.length, all.clock.timers]).toEqual([1, 1, 0]);
    await all.clock.advance(600_000);
    expect([all.woken.length, all.probes.length]).toEqual([1, 1]);
  });

  it('has the store probed by one request at a time, with a growing pause of up to two seconds', async () => {
    const all = createRecovery();
    for (const name of ['a', 'b', 'c']) all.comeback.addWaiting({ ...thor, name });
    await all.clock.advance(9_750);
    expect(all.probes).toEqual([250, 750, 1_750, 3_750, 5_750, 7_750, 9_750]);
  });

  it('is enqueued after randomly shortened pauses, so that several processes do not probe at once', async () => {
    const all = createRecovery({ random: () => 0.5 });
    all.comeback.addWaiting(thor);
    await all.clock.advance(1_000);
    expect(all.probes).toEqual([187.5, 562.5]);
  });

  it('is enqueued after growing pauses while only probes succeed; later the first pause applies again', async () => {
    const all = createRecovery();
    all.isUp = true;
    all.comeback.addWaiting(thor);
    for (let times = 1; times <= 12; times += 1) {
      while (all.woken.length < times) await all.clock.advance(250);
      all.comeback.addWaiting(thor);
    }
    const gaps = all.probes.map((at, index) => at - (all.probes[index - 1] ?? 0));
    expect(gaps.slice(0, 4)).toEqual([250, 500, 1_000, 2_000]);
    expect(gaps.at(-1)).toBe(longestPauseMs);
    await all.clock.advance(longestPauseMs + 5_000);
    const before = all.clock.monotonic();
    all.comeback.addWaiting(tron);
    await all.clock.advance(pauses.firstMs);
    expect(all.woken.at(-1)).toEqual(['tron', before + pauses.firstMs]);
  });
});

describe('a shared store', () => {
  const close = (): Promise<void> => Promise.resolve();
  let isUp = false;
  const search = (): Promise<readonly []> =>
    isUp ? Promise.resolve([]) : Promise.reject(new PetStoreError('Unavailable'));
  const away: PetStore = {
    ...{ add: () => Promise.resolve([]), update: close, delete: close, search, close },
    [Symbol.asyncDispose]: close,
  };

  it('can be searched at once when it answers again', async () => {
    const [clock, stop] = [createFakeClock(), new AbortController()];
    stops.push(stop);
    const store = sharePetStore(away, { clock, resyncMs: 300_000, random: () => 0 });
    await expect(store.getKnown(stop.signal)).rejects.toThrow('does not answer');
    store.recovery.addWaiting(thor);
    const next = store.recovery.keys(stop.signal).next();
    isUp = true;
    // Shorter than the pause between a failed search and the next one.
    await clock.advance(pauses.firstMs);
    expect((await next).value).toEqual(thor);
    expect(await store.getKnown(stop.signal)).toEqual(new Map());
  });
});

describe('without a waiting Pet', () => {
  it('the store is not probed', async () => {
    const all = createRecovery();
    await all.clock.advance(600_000);
    expect([all.probes, all.clock.timers]).toEqual([[], 0]);
  });
});

describe('the end of the term', () => {
  it('ends the probes, and cancels all timers', async () => {
    const all = createRecovery();
    all.comeback.addWaiting(thor);
    await all.clock.advance(100);
    stops.at(-1)?.abort(new Error('over'));
    await all.clock.settle();
    expect(all.clock.timers).toBe(0);
    await all.clock.advance(600_000);
    expect(all.probes).toEqual([]);
  });
});
