import { describe, expect, it } from 'vitest';

import { kubewrightDeclaration } from '../../declaration/index.ts';
import { zoo } from '../../testing/index.ts';
import { deployed, numberSetting, settingVariables } from './settings.ts';

describe('settingVariables', () => {
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
    expect(settingVariables(zoo, settings)).toEqual({
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
  ])('refuses %s = %j', (name, value, expected) => {
    expect(() => settingVariables(zoo, { [name]: value })).toThrow(
      `the setting ${name} must be ${expected}, but is ${JSON.stringify(value)}`,
    );
  });

  it('refuses a setting that is not declared, and names those that can be set', () => {
    expect(() => settingVariables(zoo, { feedPerDay: 3 })).toThrow(
      'zoo has no setting "feedPerDay": it has healthPort, gracePeriodSeconds, greeting, feedsPerDay, loudness,',
    );
  });

  it('refuses what the way of deploying decides, and says what to do instead', () => {
    expect(() => settingVariables(zoo, { namespaces: ['berlin'] })).toThrow(
      'the setting namespaces cannot be set here: use `namespaces`, which limits the permissions too',
    );
  });

  it('knows every setting of our own operators, by name or as decided by the way of deploying', () => {
    const { settings } = kubewrightDeclaration();
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

describe('numberSetting', () => {
  it.each([
    ['given', { gracePeriodSeconds: 7 }, 7],
    ['by default', {}, 5],
  ])('is the number %s', (_, settings, expected) => {
    expect(numberSetting(zoo, settings, 'GRACE_PERIOD_SECONDS')).toBe(expected);
  });

  it('is undefined for what is not declared', () => {
    expect(numberSetting(zoo, { metricsPort: 80 }, 'METRICS_PORT')).toBeUndefined();
  });
});
