import { Config, runtime } from '@pulumi/pulumi';
import { afterEach, describe, expect, it } from 'vitest';

import { dev, production, staging } from '../environments/environments.ts';
import { readReleaseConfig } from './operator-release.ts';

const createConfig = (values: Record<string, string>): Config => {
  runtime.setAllConfig(values);
  return new Config('kubewright');
};

afterEach(() => runtime.setAllConfig({}));

describe('readReleaseConfig', () => {
  it('uses the environment of the configuration', () => {
    const config = createConfig({ 'kubewright:environment': 'production' });
    expect(readReleaseConfig(config)).toEqual({ environment: production, samples: false });
  });

  it.each(['', undefined])(
    'uses the environment with the name of the stack if the configuration has %j',
    async (given) => {
      await runtime.setMocks({ newResource: () => ({ id: '', state: {} }), call: () => ({}) }, 'project', 'staging');
      const config = createConfig(given === undefined ? {} : { 'kubewright:environment': given });
      expect(readReleaseConfig(config).environment).toBe(staging);
    },
  );

  it.each([
    [{ environment: dev.name }, true],
    [{ environment: dev.name, samples: 'false' }, false],
    [{ environment: production.name, samples: 'true' }, false],
  ])('for %j deploys samples: %j', (values, samples) => {
    const config = Object.entries(values).map(([key, value]) => [`kubewright:${key}`, value]);
    expect(readReleaseConfig(createConfig(Object.fromEntries(config) as Record<string, string>)).samples).toBe(samples);
  });
});
