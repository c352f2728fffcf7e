import { formats, type SettingFormat } from './formats.ts';
import type { IntegerSetting, ListSetting, SettingDefinition, StringSetting } from './setting.ts';

/** The parsed value of a setting. */
export type SettingValue = string | number | boolean | readonly string[];

/** The parsed value, or a description of the allowed values if the text is not one of them. */
export type Reading = { readonly value: SettingValue } | { readonly allowed: string };

const booleans: ReadonlyMap<string, boolean> = new Map([
  ...['true', 't', 'yes', 'on', '1'].map((word) => [word, true] as const),
  ...['false', 'f', 'no', 'off', '0'].map((word) => [word, false] as const),
]);

/** Parses the value of `setting` from the text of a flag or variable. */
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

/**
 * Checks a value that was not parsed from text. Returns a description of the allowed values if `setting` does not allow
 * it; otherwise `undefined`.
 */
export function findWrongValue(setting: SettingDefinition, value: SettingValue): string | undefined {
  const reading = readValue(setting, String(value));
  if (!('value' in reading)) return reading.allowed;
  return JSON.stringify(reading.value) === JSON.stringify(value) ? undefined : `a value of type ${setting.type}`;
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

function readList(text: string, { format }: ListSetting): Reading {
  const items = text.split(',').map((item) => item.trim());
  const value = [...new Set(items)].filter((item) => item !== '');
  const problem = value.map((item) => findFormatProblem(item, format)).find((words) => words !== undefined);
  return problem === undefined ? { value } : { allowed: `a comma-separated list, each item ${problem}` };
}

function readString(text: string, { values, format }: StringSetting): Reading {
  if (values?.includes(text) === false) return { allowed: `one of ${values.join(', ')}` };
  const problem = findFormatProblem(text, format);
  return problem === undefined ? { value: text } : { allowed: problem };
}

/** Returns the description of the format if `text` does not match it; otherwise `undefined`. */
function findFormatProblem(text: string, format: SettingFormat | undefined): string | undefined {
  return format === undefined || formats[format].pattern.test(text) ? undefined : formats[format].words;
}
