import { describe, expect, it } from 'vitest';
import type { OperatorSettings } from '../options/index.ts';

import { getKubewrightDeclaration, type OperatorDeclaration } from '../declaration/index.ts';
import { zoo } from '../testing/zoo.ts';
import { OptionErrors } from './option-errors.ts';
import { deployed, findNumberSetting, buildSettingVariables } from './settings.ts';

/** Throws the first error. */
function buildValidVariables(declaration: OperatorDeclaration, settings: OperatorSettings): Record<string, string> {
  const errors = new OptionErrors();
  const variables = buildSettingVariables(declaration, settings, errors);
  const [message] = errors.texts;
  if (message !== undefined) throw new Error(message);
  return variables;
}

describe('buildSettingVariables', () => {
  it('writes each type as the operator reads it', () => {
    const settings = {
      feedsPerDay: 9,
      loudness: 0.5,
      open: false,
      season: 'winter',
      visitors: ['ann', 'bob'],
      greeting: '',
      leaseName: undefined,
    };
    expect(buildValidVariables(zoo, settings)).toEqual({
      ZOO_FEEDS_PER_DAY: '9',
      ZOO_LOUDNESS: '0.5',
      ZOO_OPEN: 'false',
      ZOO_SEASON: 'winter',
      ZOO_VISITORS: 'ann,bob',
      ZOO_GREETING: '',
    });
  });

  it.each<[name: string, value: string | number | boolean | string[], expected: string]>([
    ['feedsPerDay', 1.5, 'a whole number'],
    ['feedsPerDay', '3', 'a whole number'],
    ['feedsPerDay', 0, 'at least 1'],
    ['feedsPerDay', 10, 'at most 9'],
    ['loudness', Number.POSITIVE_INFINITY, 'a number'],
    ['open', 'true', 'true or false'],
    ['season', 'spring', 'one of summer, winter'],
    ['season', 1, 'a string'],
    ['visitors', 'ann', 'a list of strings without commas'],
    ['visitors', ['ann,bob'], 'a list of strings without commas'],
  ])('throws for %s = %j', (name, value, expected) => {
    expect(() => buildValidVariables(zoo, { [name]: value })).toThrow(
      `the setting ${name} must be ${expected}, but is ${JSON.stringify(value)}`,
    );
  });

  it('throws for a setting that is not declared, with the names of the settings that can be set', () => {
    expect(() => buildValidVariables(zoo, { feedPerDay: 3 })).toThrow(
      'zoo has no setting "feedPerDay": did you mean feedsPerDay?',
    );
    expect(() => buildValidVariables(zoo, { colour: 'red' })).toThrow(
      'zoo has no setting "colour": it has healthPort, gracePeriodSeconds, greeting, feedsPerDay, loudness,',
    );
  });

  it('throws for a setting that another option sets, and names that option', () => {
    expect(() => buildValidVariables(zoo, { namespaces: ['berlin'] })).toThrow(
      'the setting namespaces cannot be set here: use `namespaces`, which also limits the permissions',
    );
  });

  it('lists only settings that our own operators have', () => {
    const { settings } = getKubewrightDeclaration();
    const typed = [
      'logLevel',
      'logFormat',
      'workers',
      'gracePeriodSeconds',
      'leaseDurationSeconds',
      'renewDeadlineSeconds',
      'retryPeriodSeconds',
      'metricsPort',
      'healthPort',
    ];
    expect(settings.map(({ name }) => name)).toEqual(expect.arrayContaining(typed));
    expect(settings.map(({ env }) => env)).toEqual(expect.arrayContaining(Object.keys(deployed)));
  });
});

describe('a setting with a format', () => {
  const formatted: OperatorDeclaration = {
    ...zoo,
    settings: ['duration', 'period', 'label', 'subdomain', 'image', 'address', 'colour']
      .map((format) => ({ name: format, env: `ZOO_${format}`, type: 'string', format }) as const)
      .flatMap((setting) => [setting, { ...setting, name: `${setting.name}s`, env: `${setting.env}S`, type: 'list' }]),
  };

  it.each([
    ['duration', '90s'],
    ['duration', '1h30m'],
    ['duration', '500ms'],
    ['duration', '300'],
    ['period', '10h'],
    ['period', '0s'],
    ['period', '0'],
    ['label', 'north'],
    ['subdomain', 'zoo.example'],
    ['image', 'registry.example:5000/nginx:1.27'],
    ['address', '[::1]:6742'],
    ['colour', '5parsecs'],
  ])('accepts %s = %j, as a value and in a list', (name, value) => {
    const settings = { [name]: value, [`${name}s`]: [value, value] };
    expect(buildValidVariables(formatted, settings)).toEqual({
      [`ZOO_${name}`]: value,
      [`ZOO_${name}S`]: `${value},${value}`,
    });
  });

  it.each([
    ['duration', '5parsecs', 'a duration such as 90s, 5m or 1h30m'],
    ['duration', '0s', 'a duration such as 90s, 5m or 1h30m'],
    ['duration', '', 'a duration such as 90s, 5m or 1h30m'],
    ['duration', '5s1m', 'a duration such as 90s, 5m or 1h30m'],
    ['period', '0d', 'a duration such as 90s, 5m or 1h30m, or 0s for never'],
    ['period', '1.5h', 'a duration such as 90s, 5m or 1h30m, or 0s for never'],
    ['label', 'zoo.example', 'a name of lower-case letters, digits and "-", at most 63'],
    ['subdomain', 'Zoo', 'a name of lower-case letters, digits, "-" and ".", at most 253'],
    ['image', 'a b', 'an image such as nginx:1.27'],
    ['address', 'localhost', 'host:port, such as 127.0.0.1:6742 or [::1]:6742'],
    ['address', 'localhost:65536', 'host:port, such as 127.0.0.1:6742 or [::1]:6742'],
  ])('throws for %s = %j, as a value and in a list', (name, value, expected) => {
    for (const [key, given] of [
      [name, value],
      [`${name}s`, [value]],
    ] as const) {
      expect(() => buildValidVariables(formatted, { [key]: given })).toThrow(
        `the setting ${key} must be ${expected}, but is ${JSON.stringify(given)}`,
      );
    }
  });

  it.each(['resyncPeriod', 'cacheSyncTimeout'])('is valid for the setting %s of the runtime', (name) => {
    expect(() => buildValidVariables(getKubewrightDeclaration(), { [name]: '5parsecs' })).toThrow(
      `the setting ${name} must be a duration such as 90s, 5m or 1h30m`,
    );
  });
});

describe('findNumberSetting', () => {
  it.each([
    ['given', { gracePeriodSeconds: 7 }, 7],
    ['by default', {}, 5],
  ])('is the value %s', (_, settings, value) => {
    const name = 'gracePeriodSeconds';
    expect(findNumberSetting(zoo, settings, 'GRACE_PERIOD_SECONDS')).toEqual({ name, value });
  });

  it('is undefined for a setting that is not declared', () => {
    expect(findNumberSetting(zoo, { metricsPort: 80 }, 'METRICS_PORT')).toBeUndefined();
  });
});
