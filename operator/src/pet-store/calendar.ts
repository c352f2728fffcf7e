import type { CalendarDate } from './pet.ts';

/** Whether the day exists in the Gregorian calendar, in the years 1 to 9999 of a `google.type.Date`. */
export function isCalendarDate(date: Partial<CalendarDate>): date is CalendarDate {
  const { year = 0, month = 0, day = 0 } = date;
  if (year < 1 || year > 9999) return false;
  // JavaScript turns an impossible date into another day, and values that are not numbers into an invalid date.
  const found = new Date(0);
  found.setUTCFullYear(year, month - 1, day);
  return found.getUTCFullYear() === year && found.getUTCMonth() === month - 1 && found.getUTCDate() === day;
}

/** A unique number for each day, in the order of the days: 2021-04-01 is 20210401. */
export function toDayNumber({ year, month, day }: CalendarDate): number {
  return year * 10_000 + month * 100 + day;
}

/** The inverse of `toDayNumber`. */
export function fromDayNumber(number: number): CalendarDate {
  return { year: Math.floor(number / 10_000), month: Math.floor(number / 100) % 100, day: number % 100 };
}

/** Formats a day as `2021-04-01`. */
export function formatDate({ year, month, day }: CalendarDate): string {
  return [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-');
}

/** Parses a day like `2021-04-01`; `undefined` if the text is not a day of the calendar. */
export function tryParseDate(text: string): CalendarDate | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  const date = { year: Number(year), month: Number(month), day: Number(day) };
  return isCalendarDate(date) ? date : undefined;
}
