import { isIPv4, isIPv6 } from 'node:net';

import { type JsonSchema, getMember } from '../base/index.ts';

/** Why a number does not fit its schema's type and format; `undefined` if it does. */
export function checkNumberFormat({ type, format }: JsonSchema, value: number): string | undefined {
  if (!Number.isFinite(value)) return 'is not a JSON number';
  if (type !== 'integer') return undefined;
  if (!Number.isSafeInteger(value)) return 'is not an integer that JSON represents exactly';
  return format === 'int32' && (value < -(2 ** 31) || value >= 2 ** 31) ? 'is not an int32' : undefined;
}

/** Whether a text certainly violates a format. Formats that are not checked here always pass. */
export function isNotInFormat(format: string, text: string): boolean {
  return getMember(textFormats, format)?.(text) === false;
}

const time = /^[Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

const textFormats: Readonly<Record<string, (text: string) => boolean>> = {
  byte: (text) => /^([A-Za-z0-9+/]{4})+$|^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)$/.test(text),
  date: isDate,
  'date-time': (text) => isDate(text.slice(0, 10)) && time.test(text.slice(10)),
  ipv4: isIPv4,
  ipv6: (text) => isIPv6(text) && !text.includes('%'),
  uuid: (text) => /^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/i.test(text),
};

/** Whether a date exists: not the 30th of February, which JavaScript parses as a day in March. */
function isDate(text: string): boolean {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(day) && new Date(day).toISOString().startsWith(text);
}
