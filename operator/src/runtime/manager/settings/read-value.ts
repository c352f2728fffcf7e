import type { IntegerSetting, ListSetting, SettingDefinition, StringSetting } from './define-settings.ts';

/** What a setting can be. */
export type SettingValue = string | number | boolean | readonly string[];

/** A value, or what would be allowed instead. */
export type Reading = { readonly value: SettingValue } | { readonly allowed: string };

const booleans: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'on', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'off', '0'].map((word) => [word, false] as const),
]);

/** What `text` means for `setting`. Pure. */
export function readValue(setting: SettingDefinition, text: string): Reading {
  switch (setting.type) {
    case 'boolean':
      return readBoolean(text);
    case 'integer':
      return readInteger(text, setting);
    case 'list':
      return readList(text, setting);
    case 'string':
      return readString(text, setting);
  }
}

function readBoolean(text: string): Reading {
  const value = booleans.get(text.toLowerCase());
  return value === undefined ? { allowed: 'true or false' } : { value };
}

function readInteger(text: string, { minimum = -Infinity, maximum = Infinity }: IntegerSetting): Reading {
  const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(value) && value >= minimum && value <= maximum) return { value };
  const from = minimum === -Infinity ? '' : ` from ${minimum}`;
  const to = maximum === Infinity ? '' : ` to ${maximum}`;
  return { allowed: `a whole number${from}${to}` };
}

function readList(text: string, { pattern, allowed }: ListSetting): Reading {
  const items = text.split(',').map((item) => item.trim());
  const value = [...new Set(items)].filter((item) => item !== '');
  return value.every((item) => matches(pattern, item))
    ? { value }
    : { allowed: `for each ${wordsFor(pattern, allowed)}` };
}

function readString(text: string, { values, pattern, allowed }: StringSetting): Reading {
  if (values?.includes(text) === false) return { allowed: `one of ${values.join(', ')}` };
  return matches(pattern, text) ? { value: text } : { allowed: wordsFor(pattern, allowed) };
}

function matches(pattern: RegExp | undefined, text: string): boolean {
  return pattern === undefined || pattern.test(text);
}

function wordsFor(pattern: RegExp | undefined, allowed: string | undefined): string {
  return allowed ?? `what matches ${String(pattern)}`;
}
