import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { formatDate, toDayNumber, fromDayNumber, isCalendarDate, tryParseDate } from './calendar.ts';

/** Generates days with JavaScript's own calendar. */
const days = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T00:00:00Z'),
  noInvalidDate: true,
});
const toCalendarDate = (day: Date) => ({
  year: day.getUTCFullYear(),
  month: day.getUTCMonth() + 1,
  day: day.getUTCDate(),
});

describe('the calendar', () => {
  it.each([
    ['2020-02-29', true],
    ['2021-02-29', false],
    ['2000-02-29', true],
    ['1900-02-29', false],
    ['2021-04-31', false],
    ['2021-00-10', false],
    ['2021-13-01', false],
    ['2021-01-00', false],
    ['0000-01-01', false],
    ['0001-01-01', true],
    ['9999-12-31', true],
  ])('contains the day %s: %s', (text, has) => {
    const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
    expect(isCalendarDate({ year, month, day })).toBe(has);
    expect(tryParseDate(text)).toEqual(has ? { year, month, day } : undefined);
  });

  it('has no fractions of days, and no years of more than four digits', () => {
    expect(isCalendarDate({ year: 2021, month: 1, day: 1.5 })).toBe(false);
    expect(isCalendarDate({ year: NaN, month: 1, day: 1 })).toBe(false);
    expect(isCalendarDate({ year: 10_000, month: 1, day: 1 })).toBe(false);
    expect(tryParseDate('2021-4-1')).toBeUndefined();
    expect(tryParseDate(' 2021-04-01')).toBeUndefined();
  });

  it('contains every day of JavaScript’s calendar', () => {
    fc.assert(
      fc.property(days, (day) => {
        expect(isCalendarDate(toCalendarDate(day))).toBe(true);
        expect(formatDate(toCalendarDate(day))).toBe(day.toISOString().slice(0, 10));
        expect(tryParseDate(formatDate(toCalendarDate(day)))).toEqual(toCalendarDate(day));
      }),
    );
  });

  it('has day numbers in the order of the days', () => {
    fc.assert(
      fc.property(days, days, (a, b) => {
        const [first, second] = [toCalendarDate(a), toCalendarDate(b)];
        const order = Math.sign(Math.floor(a.getTime() / 864e5) - Math.floor(b.getTime() / 864e5));
        expect(Math.sign(toDayNumber(first) - toDayNumber(second))).toBe(order);
        expect(fromDayNumber(toDayNumber(first))).toEqual(first);
      }),
    );
  });
});
