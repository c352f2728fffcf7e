import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { EventNames } from './event-names.ts';

const newYear = Date.parse('2026-01-01T00:00:00Z');
const createNames = (now: number, random: number): EventNames =>
  new EventNames({ clock: { now: () => now }, random: () => random });

describe('the name of an event', () => {
  it('ends in the time in nanoseconds, as sixteen hexadecimal digits', () => {
    expect(createNames(newYear, 0).next('home')).toBe('home.18867251edfa0000');
    expect(createNames(1, 0).next('home')).toBe('home.00000000000f4240');
  });

  it('differs for two that are emitted about one object in the same millisecond', () => {
    expect(createNames(newYear, 0.5).next('home')).toBe('home.18867251ee01a120');
    expect(createNames(newYear, 0.999_999_9).next('home')).toBe('home.18867251ee09423f');
  });

  it('sorts after all names before it, even if the clock goes back', () => {
    const moment = fc.record({
      ms: fc.integer({ min: 0, max: 5 }),
      random: fc.double({ min: 0, max: 0.999, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(moment), (moments) => {
        let now = { ms: 0, random: 0 };
        const given = new EventNames({ clock: { now: () => newYear + now.ms }, random: () => now.random });
        const all = moments.map((each) => {
          now = each;
          return given.next('home');
        });
        expect(all.toSorted()).toEqual(all);
        expect(new Set(all).size).toBe(all.length);
      }),
    );
  });
});
