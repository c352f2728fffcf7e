import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { EventNames } from './event-names.ts';

describe('the name of an event', () => {
  it('ends in the time in nanoseconds, of sixteen hexadecimal digits', () => {
    const names = new EventNames({ now: () => Date.parse('2026-01-01T00:00:00Z') });
    expect(names.next('home')).toBe('home.18867251edfa0000');
    expect(new EventNames({ now: () => 1 }).next('home')).toBe('home.00000000000f4240');
  });

  it('sorts behind all names before it, whatever the clock does', () => {
    const times = fc.array(fc.integer({ min: 0, max: 5 }).map((ms) => Date.parse('2026-01-01T00:00:00Z') + ms));
    fc.assert(
      fc.property(times, (each) => {
        let now = 0;
        const names = new EventNames({ now: () => now });
        const given = each.map((time) => {
          now = time;
          return names.next('home');
        });
        expect(given.toSorted()).toEqual(given);
        expect(new Set(given).size).toBe(given.length);
      }),
    );
  });
});
