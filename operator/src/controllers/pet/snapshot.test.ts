import { beforeEach, describe, expect, it } from 'vitest';

import { createFakeClock, type FakeClock } from '../../../testing/src/fake-clock.ts';
import type { Pet } from '../../pet-store/client/index.ts';
import { type StoredPets, Snapshot } from './snapshot.ts';

const everyMs = 60_000;

function buildPet(id: string, name = `pet ${id}`): Pet {
  return { id, name, type: 'dog', birthday: { year: 2021, month: 4, day: 1 } };
}

let clock: FakeClock;
let searches: PromiseWithResolvers<readonly Pet[]>[];
let snapshot: Snapshot;

beforeEach(() => {
  clock = createFakeClock();
  searches = [];
  snapshot = new Snapshot({
    clock,
    everyMs,
    search() {
      const search = Promise.withResolvers<readonly Pet[]>();
      searches.push(search);
      return search.promise;
    },
  });
});

/** Resolves the last search with these pets. */
async function answer(...pets: readonly Pet[]): Promise<void> {
  searches.at(-1)?.resolve(pets);
  await clock.settle();
}

async function fail(message = 'away'): Promise<void> {
  searches.at(-1)?.reject(new Error(message));
  await clock.settle();
}

/** Calls `getCurrent`, and resolves its search with these pets. */
async function takeSnapshot(...pets: readonly Pet[]): Promise<StoredPets> {
  const asked = snapshot.getCurrent();
  await answer(...pets);
  return asked;
}

const listNames = (holdings: StoredPets): string[] => [...holdings.values()].map(({ name }) => name);

describe('the current state of a store', () => {
  it('is searched once for all concurrent callers, and for all later callers of the round', async () => {
    const asked = [snapshot.getCurrent(), snapshot.getCurrent()];
    await answer(buildPet('1'));
    expect((await Promise.all(asked)).map(listNames)).toEqual([['pet 1'], ['pet 1']]);
    await clock.advance(everyMs - 1);
    expect(listNames(await snapshot.getCurrent())).toEqual(['pet 1']);
    expect(searches).toHaveLength(1);
  });

  it('is searched again in the next round', async () => {
    await takeSnapshot(buildPet('1'));
    await clock.advance(everyMs);
    expect(listNames(await takeSnapshot(buildPet('2')))).toEqual(['pet 2']);
    expect(searches).toHaveLength(2);
  });

  it('is searched in rounds, which begin at the same time for all callers', async () => {
    await clock.advance(everyMs / 4);
    await takeSnapshot();
    expect(snapshot.computeRestOfRoundMs()).toBe((everyMs * 3) / 4);
    await clock.advance((everyMs * 3) / 4 - 0.5);
    expect(snapshot.computeRestOfRoundMs()).toBe(1);
    await clock.advance(0.5);
    expect(snapshot.computeRestOfRoundMs()).toBe(everyMs);
  });

  it('is not the result of a running search of the previous round', async () => {
    const early = snapshot.getCurrent();
    await clock.advance(everyMs);
    const late = snapshot.getCurrent();
    await answer(buildPet('1'));
    expect(listNames(await early)).toEqual(['pet 1']);
    await answer(buildPet('2'));
    expect(listNames(await late)).toEqual(['pet 2']);
  });
});

describe('a search since a moment', () => {
  it('returns the result of a search that began after the moment', async () => {
    await takeSnapshot(buildPet('1'));
    const asked = snapshot.getSince(snapshot.getMoment());
    await answer(buildPet('2'));
    expect(listNames(await asked)).toEqual(['pet 2']);
  });

  it('does not return the result of a running search that began before the moment', async () => {
    const early = snapshot.getCurrent();
    const asked = snapshot.getSince(snapshot.getMoment());
    await answer(buildPet('1'));
    expect(listNames(await early)).toEqual(['pet 1']);
    expect(searches).toHaveLength(2);
    await answer(buildPet('2'));
    expect(listNames(await asked)).toEqual(['pet 2']);
  });

  it('is shared by all waiting callers, and by later callers with an earlier moment', async () => {
    void snapshot.getCurrent();
    const moment = snapshot.getMoment();
    const asked = [snapshot.getSince(moment), snapshot.getSince(moment), snapshot.getSince(moment)];
    await answer();
    await answer(buildPet('2'));
    expect((await Promise.all(asked)).map(listNames)).toEqual([['pet 2'], ['pet 2'], ['pet 2']]);
    expect(listNames(await snapshot.getSince(moment))).toEqual(['pet 2']);
    expect(searches).toHaveLength(2);
  });

  it('never runs at the same time as another search', async () => {
    let [now, most] = [0, 0];
    const busy = new Snapshot({
      clock,
      everyMs,
      async search() {
        now += 1;
        most = Math.max(most, now);
        await clock.settle();
        now -= 1;
        return [];
      },
    });
    const askAgain = async (times: number): Promise<void> => {
      await busy.getSince(busy.getMoment());
      if (times > 0) await Promise.all([askAgain(times - 1), askAgain(times - 1)]);
    };
    await Promise.all([busy.getCurrent(), askAgain(4)]);
    expect(most).toBe(1);
  });
});

describe('an own write', () => {
  it('is visible at once', async () => {
    await takeSnapshot(buildPet('1'), buildPet('2'));
    snapshot.enter((pets) => void pets.delete('1'));
    snapshot.enter((pets) => void pets.set('3', buildPet('3')));
    expect(listNames(await snapshot.getCurrent())).toEqual(['pet 2', 'pet 3']);
  });

  it('is in the result of a running search, even if the response of the store does not contain it', async () => {
    const asked = snapshot.getCurrent();
    snapshot.enter((pets) => void pets.delete('1'));
    snapshot.enter((pets) => void pets.set('2', buildPet('2', 'renamed')));
    await answer(buildPet('1'), buildPet('2'));
    expect(listNames(await asked)).toEqual(['renamed']);
  });

  it('is dropped with the next search', async () => {
    await takeSnapshot();
    snapshot.enter((pets) => void pets.set('1', buildPet('1')));
    await clock.advance(everyMs);
    expect(listNames(await takeSnapshot(buildPet('2')))).toEqual(['pet 2']);
  });
});

describe('a pet that the store reports as missing', () => {
  it('does not discard the snapshot if the pet was not in it', async () => {
    await takeSnapshot(buildPet('1'));
    snapshot.noteMissing('2');
    await snapshot.getCurrent();
    expect(searches).toHaveLength(1);
  });

  it('discards the snapshot if the pet was in it', async () => {
    await takeSnapshot(buildPet('1'), buildPet('2'));
    snapshot.noteMissing('2');
    const asked = snapshot.getCurrent();
    await answer();
    expect(listNames(await asked)).toEqual([]);
    expect(searches).toHaveLength(2);
  });

  it('discards the result of a running search', async () => {
    await takeSnapshot(buildPet('1'), buildPet('2'));
    const begun = snapshot.getSince(snapshot.getMoment());
    snapshot.noteMissing('2');
    const asked = snapshot.getCurrent();
    await answer(buildPet('1'), buildPet('2'));
    expect(listNames(await begun)).toEqual(['pet 1']);
    await answer();
    expect(listNames(await asked)).toEqual([]);
  });
});

describe('a store that is down', () => {
  it('fails the calls that wait for the running search or for the next one', async () => {
    const asked = [snapshot.getCurrent(), snapshot.getCurrent(), snapshot.getSince(1)];
    const failed = asked.map((each) => expect(each).rejects.toThrow('away'));
    await fail();
    await Promise.all(failed);
    expect(searches).toHaveLength(1);
  });

  it('is not searched again for one second, in which all calls fail at once', async () => {
    const asked = expect(snapshot.getCurrent()).rejects.toThrow('away');
    await fail();
    await asked;
    await clock.advance(999);
    await expect(snapshot.getCurrent()).rejects.toThrow('away');
    await expect(snapshot.getSince(snapshot.getMoment())).rejects.toThrow('away');
    expect(searches).toHaveLength(1);
  });

  it('is searched once per second: 16 callers wait for the search, the calls of all others fail at once', async () => {
    const asked = expect(snapshot.getCurrent()).rejects.toThrow('away');
    await fail();
    await asked;
    await clock.advance(1000);
    const waiting = Array.from({ length: 17 }, () => expect(snapshot.getCurrent()).rejects.toThrow('still away'));
    await expect(snapshot.getCurrent()).rejects.toThrow(/^away/);
    await expect(snapshot.getSince(snapshot.getMoment())).rejects.toThrow(/^away/);
    await fail('still away');
    await Promise.all(waiting);
    expect(searches).toHaveLength(2);
  });

  it('that answers again resolves the waiting calls', async () => {
    const asked = expect(snapshot.getCurrent()).rejects.toThrow('away');
    await fail();
    await asked;
    await clock.advance(1000);
    const all = [snapshot.getCurrent(), snapshot.getCurrent(), snapshot.getSince(0)];
    await answer(buildPet('1'));
    expect((await Promise.all(all)).map(listNames)).toEqual([['pet 1'], ['pet 1'], ['pet 1']]);
    expect(searches).toHaveLength(2);
  });

  it('serves all callers after one successful search', async () => {
    const asked = expect(snapshot.getCurrent()).rejects.toThrow('away');
    await fail();
    await asked;
    await clock.advance(1000);
    expect(listNames(await takeSnapshot(buildPet('1')))).toEqual(['pet 1']);
    expect(listNames(await snapshot.getCurrent())).toEqual(['pet 1']);
    expect(searches).toHaveLength(2);
  });

  it('does not discard the result of this round', async () => {
    await takeSnapshot(buildPet('1'));
    const asked = expect(snapshot.getSince(snapshot.getMoment())).rejects.toThrow('away');
    await fail();
    await asked;
    expect(listNames(await snapshot.getCurrent())).toEqual(['pet 1']);
  });
});
