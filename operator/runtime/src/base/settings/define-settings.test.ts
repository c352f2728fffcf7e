import { describe, expect, it } from 'vitest';

import { checkSettingsTable, defineSettings } from './check-settings.ts';
import { runtimeSettings } from './runtime-settings.ts';
import { toDeclaredSettings, type SettingsTable } from './setting.ts';

describe('toDeclaredSettings', () => {
  it('derives flag and variable from the setting’s name', () => {
    const settings = defineSettings({
      memcachedImage: { type: 'string', default: 'memcached:1.6-alpine', description: 'Image of the servers.' },
    });
    expect(toDeclaredSettings(settings)).toEqual([
      {
        name: 'memcachedImage',
        flag: '--memcached-image',
        env: 'MEMCACHED_IMAGE',
        type: 'string',
        default: 'memcached:1.6-alpine',
        description: 'Image of the servers.',
      },
    ]);
  });

  it('includes the allowed values', () => {
    const settings = defineSettings({
      color: { type: 'string', values: ['red', 'blue'], env: 'PAINT', flag: '--paint', description: 'Color.' },
      size: { type: 'integer', minimum: 1, maximum: 9, description: 'Size.' },
    });
    expect(toDeclaredSettings(settings)).toMatchObject([
      { env: 'PAINT', flag: '--paint', values: ['red', 'blue'] },
      { minimum: 1, maximum: 9 },
    ]);
    expect(toDeclaredSettings(settings)[1]).not.toHaveProperty('default');
  });
});

describe('defineSettings', () => {
  const description = '';

  it.each([
    [{ a: { type: 'string', description }, b: { type: 'string', flag: '--a', description } }, '--a'],
    [{ a: { type: 'string', description }, b: { type: 'string', env: 'A', description } }, 'A'],
    [{ a: { type: 'string', aliases: [{ env: 'B' }], description }, b: { type: 'string', description } }, 'B'],
  ] as const)('rejects two settings with one name, case %#', (table, name) => {
    const message = expect.stringContaining(`${name} already belongs to a`) as string;
    expect(() => defineSettings(table)).toThrow(expect.objectContaining({ code: 'DECLARATION_INVALID', message }));
  });

  it.each<[string, SettingsTable, string]>([
    ['a name with a dash', { 'a-b': { type: 'string', description } }, 'the name of a setting must be in camelCase'],
    [
      'a name that every operator has',
      { workers: { type: 'string', flag: '--hands', env: 'HANDS', description } },
      'every operator has a setting with this name: choose another one',
    ],
    [
      'a flag that every operator has',
      { hands: { type: 'string', flag: '--workers', description } },
      '--workers already belongs to workers, a setting of every operator: choose another one',
    ],
    [
      'a variable that every operator has',
      { hands: { type: 'string', aliases: [{ env: 'WORKERS' }], description } },
      'WORKERS already belongs to workers, a setting of every operator: choose another one',
    ],
    ['the flag of the help', { help: { type: 'string', description } }, '--help already belongs to every command'],
    ['a flag in upper case', { a: { type: 'string', flag: '--A', description } }, 'the flag --A must be in kebab-case'],
    [
      'a flag that says no',
      { noCache: { type: 'boolean', description } },
      'the flag --no-cache would negate another flag',
    ],
    [
      'a variable with a dash',
      { a: { type: 'string', env: 'A-B', description } },
      'the variable "A-B" must consist of letters',
    ],
    ['no values', { a: { type: 'string', values: [], description } }, 'values is empty'],
    [
      'bounds that leave nothing',
      { a: { type: 'integer', minimum: 5, maximum: 4, description } },
      'the minimum 5 is above the maximum 4',
    ],
    [
      'a default below the minimum',
      { a: { type: 'integer', default: 1, minimum: 5, description } },
      'the default 1 is not allowed; use a whole number from 5',
    ],
    [
      'a default that is not an integer',
      { a: { type: 'integer', default: 1.5, description } },
      'the default 1.5 is not allowed; use a whole number',
    ],
    [
      'a default that is none of the values',
      { a: { type: 'string', values: ['u', 'w'], default: 'v', description } },
      'the default "v" is not allowed; use one of u, w',
    ],
    [
      'a default of another format',
      { a: { type: 'string', format: 'duration', default: 'soon', description } },
      'the default "soon" is not allowed; use a duration such as 90s',
    ],
    [
      'a list whose default no flag could give',
      { a: { type: 'list', default: ['x,y'], description } },
      'the default ["x,y"] is not allowed; use a value of type list',
    ],
  ])('rejects %s', (_, table, problem) => {
    const message = expect.stringContaining(
      `failed to define the setting ${Object.keys(table).join()}: ${problem}`,
    ) as string;
    expect(() => defineSettings(table)).toThrow(expect.objectContaining({ code: 'DECLARATION_INVALID', message }));
  });

  it('accepts defaults that users could set', () => {
    const table: SettingsTable = {
      count: { type: 'integer', default: 5, minimum: 5, description },
      color: {
        type: 'string',
        values: ['red'],
        default: 'red',
        aliases: [{ env: 'HUE' }],
        description,
      },
      hosts: { type: 'list', format: 'subdomain', default: ['a.example', 'b'], description },
      none: { type: 'list', default: [], description },
      prefix: { type: 'string', default: '', description },
    };
    expect(defineSettings(table)).toBe(table);
  });
});

describe('the settings of every operator', () => {
  it('have distinct flags and variables, and allow their own defaults', () => {
    expect(() => {
      checkSettingsTable(runtimeSettings, {});
    }).not.toThrow();
  });
});
