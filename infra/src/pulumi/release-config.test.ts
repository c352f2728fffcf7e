import { readFileSync } from 'node:fs';
import path from 'node:path';

import { Config, runtime } from '@pulumi/pulumi';
import { Yaml } from 'cdk8s';
import { afterEach, describe, expect, it } from 'vitest';

import { dev, type Environment, environments, production } from '../environments/index.ts';
import { releaseConfig } from './release-config.ts';

const root = path.resolve(__dirname, '../../..');
const configWith = (values: Record<string, string>): Config => {
  runtime.setAllConfig(values);
  return new Config('kubewright');
};

afterEach(() => runtime.setAllConfig({}));

describe('releaseConfig', () => {
  it('has the environment of the configuration, without samples by default', () => {
    const config = configWith({ 'kubewright:environment': 'production' });
    expect(releaseConfig(config)).toEqual({ environment: production, samples: false });
  });

  it('has samples if the configuration has samples: true', () => {
    const config = configWith({ 'kubewright:environment': 'dev', 'kubewright:samples': 'true' });
    expect(releaseConfig(config)).toEqual({ environment: dev, samples: true });
  });

  it('throws without an environment, and for an unknown one', () => {
    expect(() => releaseConfig(configWith({}))).toThrow(/kubewright:environment/);
    expect(() => releaseConfig(configWith({ 'kubewright:environment': 'prod' }))).toThrow('no environment "prod"');
  });
});

describe('the stacks', () => {
  it.each<Environment>(environments)(
    'include one for $name, with the configuration of that environment',
    ({ name, samples }) => {
      const [stack] = Yaml.load(path.join(root, `infra/stacks/Pulumi.${name}.yaml`)) as [
        { config: Record<string, unknown> },
      ];
      expect(Object.keys(stack.config)).toEqual(['kubewright:environment', 'kubewright:samples']);
      expect(stack.config['kubewright:environment']).toBe(name);
      expect(stack.config['kubewright:samples']).toBe(samples !== false);
    },
  );

  it('belong to a project that runs the compiled program', () => {
    const project = readFileSync(path.join(root, 'Pulumi.yaml'), 'utf8');
    expect(project).toMatch(/^name: kubewright$/m);
    expect(project).toMatch(/^main: infra\/dist\/program\.js$/m);
    expect(project).toMatch(/^stackConfigDir: infra\/stacks$/m);
  });
});
