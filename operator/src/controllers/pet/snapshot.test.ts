import { beforeEach, describe, expect, it } from 'vitest';

import { createFakeClock, type FakeClock } from '../../../testing/src/fake-clock.ts';
import type { Pet } from '../../pet-store/client/index.ts';
import { type Holdings, Snapshot } from './snapshot.ts';

const everyMs = 60_000;

function pet(id: string, name = `pet ${id}`): Pet {
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

/** Calls `current`, and resolves its search with these pets. */
async function known(...pets: readonly Pet[]): Promise<Holdings> {
  const asked = snapshot.current();
  await answer(...pets);
  return asked;
}

const namesIn = (holdings: Holdings): string[] => [...holdings.values()].map(({ name }) => name);

describe('the current state of a store', () => {
  it('is searched once for all concurrent callers, and for all later callers of the round', async () => {
    const asked = [snapshot.current(), snapshot.current()];
    await answer(pet('1'));
    expect((await Promise.all(asked)).map(namesIn)).toEqual([['pet 1'], ['pet 1']]);
    await clock.advance(everyMs - 1);
    expect(namesIn(await snapshot.current())).toEqual(['pet 1']);
    expect(searches).toHaveLength(1);
  });

  it('is searched again in the next round', async () => {
    await known(pet('1'));
    await clock.advance(everyMs);
    expect(namesIn(await known(pet('2')))).toEqual(['pet 2']);
    expect(searches).toHaveLength(2);
  });

  it('is searched in rounds, which begin at the same time for all callers', async () => {
    await clock.advance(everyMs / 4);
    await known();
    expect(snapshot.restOfRoundMs()).toBe((everyMs * 3) / 4);
    await clock.advance((everyMs * 3) / 4 - 0.5);
    expect(snapshot.restOfRoundMs()).toBe(1);
    await clock.advance(0.5);
    expect(snapshot.restOfRoundMs()).toBe(everyMs);
  });

  it('is not the result of a running search of the previous round', async () => {
    const early = snapshot.current();
    await clock.advance(everyMs);
    const late = snapshot.current();
    await answer(pet('1'));
    expect(namesIn(await early)).toEqual(['pet 1']);
    await answer(pet('2'));
    expect(namesIn(await late)).toEqual(['pet 2']);
  });
});

describe('a search since a moment', () => {
  it('returns the result of a search that began after the moment', async () => {
    await known(pet('1'));
    const asked = snapshot.since(snapshot.moment());
    await answer(pet('2'));
    expect(namesIn(await asked)).toEqual(['pet 2']);
  });

  it('does not return the result of a running search that began before the moment', async () => {
    const early = snapshot.current();
    const asked = snapshot.since(snapshot.moment());
    await answer(pet('1'));
    expect(namesIn(await early)).toEqual(['pet 1']);
    expect(searches).toHaveLength(2);
    await answer(pet('2'));
    expect(namesIn(await asked)).toEqual(['pet 2']);
  });

  it('is shared by all waiting callers, and by later callers with an earlier moment', async () => {
    void snapshot.current();
    const moment = snapshot.moment();
    const asked = [snapshot.since(moment), snapshot.since(moment), snapshot.since(moment)];
    await answer();
    await answer(pet('2'));
    expect((await Promise.all(asked)).map(namesIn)).toEqual([['pet 2'], ['pet 2'], ['pet 2']]);
    expect(namesIn(await snapshot.since(moment))).toEqual(['pet 2']);
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
      await busy.since(busy.moment());
      if (times > 0) await Promise.all([askAgain(times - 1), askAgain(times - 1)]);
    };
    await Promise.all([busy.current(), askAgain(4)]);
    expect(most).toBe(1);
  });
});

describe('a write of our own', () => {
  it('is visible at once', async () => {
    await known(pet('1'), pet('2'));
    snapshot.enter((pets) => void pets.delete('1'));
    snapshot.enter((pets) => void pets.set('3', pet('3')));
    expect(namesIn(await snapshot.current())).toEqual(['pet 2', 'pet 3']);
  });

  it('is in the result of a running search, even if the response of the store does not contain it', async () => {
    const asked = snapshot.current();
    snapshot.enter((pets) => void pets.delete('1'));
    snapshot.enter((pets) => void pets.set('2', pet('2', 'renamed')));
    await answer(pet('1'), pet('2'));
    expect(namesIn(await asked)).toEqual(['renamed']);
  });

  it('is dropped with the next search', async () => {
    await known();
    snapshot.enter((pets) => void pets.set('1', pet('1')));
    await clock.advance(everyMs);
    expect(namesIn(await known(pet('2')))).toEqual(['pet 2']);
  });
});

describe('a pet that the store reports as missing', () => {
  it('does not discard the snapshot if the pet was not in it', async () => {
    await known(pet('1'));
    snapshot.lacks('2');
    await snapshot.current();
    expect(searches).toHaveLength(1);
  });

  it('discards the snapshot if the pet was in it', async () => {
    await known(pet('1'), pet('2'));
    snapshot.lacks('2');
    const asked = snapshot.current();
    await answer();
    expect(namesIn(await asked)).toEqual([]);
    expect(searches).toHaveLength(2);
  });

  it('discards the result of a running search', async () => {
    await known(pet('1'), pet('2'));
    const begun = snapshot.since(snapshot.moment());
    snapshot.lacks('2');
    const asked = snapshot.current();
    await answer(pet('1'), pet('2'));
    expect(namesIn(await begun)).toEqual(['pet 1']);
    await answer();
    expect(namesIn(await asked)).toEqual([]);
  });
});

describe('a store that is down', () => {
  it('fails the calls that wait for the running search or for the next one', async () => {
    const asked = [snapshot.current(), snapshot.current(), snapshot.since(1)];
    const failed = asked.map((each) => expect(each).rejects.toThrow('away'));
    await fail();
    await Promise.all(failed);
    expect(searches).toHaveLength(1);
  });

  it('is not searched again for one second, in which all calls fail at once', async () => {
    const asked = expect(snapshot.current()).rejects.toThrow('away');
    await fail();
    await asked;
    await clock.advance(999);
    await expect(snapshot.current()).rejects.toThrow('away');
    await expect(snapshot.since(snapshot.moment())).rejects.toThrow('away');
    expect(searches).toHaveLength(1);
  });

  it('is searched once per second: 16 callers wait for the search, the calls of all others fail at once', async () => {
    const asked = expect(snapshot.current()).rejects.toThrow('away');
    await fail();
    await asked;
    await clock.advance(1000);
    const waiting = Array.from({ length: 17 }, () => expect(snapshot.current()).rejects.toThrow('still away'));
    await expect(snapshot.current()).rejects.toThrow(/^away/);
    await expect(snapshot.since(snapshot.moment())).rejects.toThrow(/^away/);
    await fail('still away');
    await Promise.all(waiting);
    expect(searches).toHaveLength(2);
  });

  it('that answers again resolves the waiting calls', async () => {
    const asked = expect(snapshot.current()).rejects.toThrow('away');
    await fail();
    await asked;
    await clock.advance(1000);
    const all = [snapshot.current(), snapshot.current(), snapshot.since(0)];
    await answer(pet('1'));
    expect((await Promise.all(all)).map(namesIn)).toEqual([['pet 1'], ['pet 1'], ['pet 1']]);
    expect(searches).toHaveLength(2);
  });

  it('serves all callers after one successful search', async () => {
    const asked = expect(snapshot.current()).rejects.toThrow('away');
    await fail();
    await asked;
    await clock.advance(1000);
    expect(namesIn(await known(pet('1')))).toEqual(['pet 1']);
    expect(namesIn(await snapshot.current())).toEqual(['pet 1']);
    expect(searches).toHaveLength(2);
  });

  it('does not discard the result of this round', async () => {
    await known(pet('1'));
    const asked = expect(snapshot.since(snapshot.moment())).rejects.toThrow('away');
    await fail();
    await asked;
    expect(namesIn(await snapshot.current())).toEqual(['pet 1']);
  });
});
