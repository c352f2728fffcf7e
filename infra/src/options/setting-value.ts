import { boolean, either, list, number, string } from './schema.ts';

/** The value of a setting, as an environment gives it or a declaration says it. */
export const settingValue = either(
  'a string, a number, true or false, or a list of strings',
  ...[string, number, boolean, list(string)],
);
