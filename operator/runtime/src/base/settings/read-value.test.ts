import { describe, expect, it } from 'vitest';

import { readValue } from './read-value.ts';
import type { SettingDefinition } from './setting.ts';

const description = '';
const port: SettingDefinition = { type: 'integer', minimum: 0, maximum: 65535, description };
const choice: SettingDefinition = { type: 'string', values: ['json', 'text'], description };
const name: SettingDefinition = { type: 'string', format: 'subdomain', description };
const period: SettingDefinition = { type: 'string', format: 'duration', description };
const list: SettingDefinition = { type: 'list', format: 'label', description };
const flag: SettingDefinition = { type: 'boolean', description };

describe('readValue', () => {
  it.each([
    [port, '8080', 8080],
    [port, '0', 0],
    [{ type: 'integer', description }, '-7', -7],
    [flag, 'true', true],
    [flag, 'False', false],
    [flag, '1', true],
    [flag, '0', false],
    [flag, 'on', true],
    [flag, 'no', false],
    [choice, 'text', 'text'],
    [name, 'a', 'a'],
    [name, 'a-1.b2', 'a-1.b2'],
    [name, 'a'.repeat(253), 'a'.repeat(253)],
    [period, '1h30m', '1h30m'],
    [list, 'a'.repeat(63), ['a'.repeat(63)]],
    [list, 'a,b', ['a', 'b']],
    [list, ' a , b,,a ', ['a', 'b']],
    [list, ',', []],
  ] as const)('parses %j from %j as %j', (setting, text, value) => {
    expect(readValue(setting, text)).toEqual({ value });
  });

  it.each([
    [port, 'http', 'a whole number from 0 to 65535'],
    [port, '65536', 'a whole number from 0 to 65535'],
    [port, '-1', 'a whole number from 0 to 65535'],
    [port, '80.5', 'a whole number from 0 to 65535'],
    [port, '0x50', 'a whole number from 0 to 65535'],
    [port, '1e3', 'a whole number from 0 to 65535'],
    [{ type: 'integer', minimum: 1, description }, '0', 'a whole number from 1'],
    [{ type: 'integer', description }, '99999999999999999999', 'a whole number'],
    [flag, 'maybe', 'true or false'],
    [choice, 'xml', 'one of json, text'],
    ...['A', '-a', 'a-', 'a..b', 'a.-b', 'a/b', 'a'.repeat(254)].map(
      (text) => [name, text, 'a name of lower-case letters, digits, "-" and ".", at most 253'] as const,
    ),
    ...['0', '0s', '0h0ms', '1.5s', '5s1m', '-5s', '5M', 'soon'].map(
      (text) => [period, text, 'a duration such as 90s, 5m or 1h30m'] as const,
    ),
    ...['a,B', 'a.b', '-a', 'a-', 'a'.repeat(64)].map(
      (text) =>
        [
          list,
          text,
          'a comma-separated list, each item a name of lower-case letters, digits and "-", at most 63',
        ] as const,
    ),
  ] as const)('rejects for %j the text %j: %s', (setting, text, allowed) => {
    expect(readValue(setting, text)).toEqual({ allowed });
  });
});
