import { InvalidArgumentError } from 'commander';

import { tryParseDate } from '../calendar.ts';
import type { CalendarDate } from '../pet.ts';

/** Parses a date like 2021-04-01. */
export function date(text: string): CalendarDate {
  const found = tryParseDate(text);
  if (found === undefined) throw new InvalidArgumentError('Give a day like 2021-04-01.');
  return found;
}

/** Parses a number greater than 0. */
export function positiveNumber(text: string): number {
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number) || number <= 0) {
    throw new InvalidArgumentError('Give a number greater than 0.');
  }
  return number;
}

/** Collects the values of a repeatable flag. */
export function several(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}
