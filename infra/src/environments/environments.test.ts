import { Testing } from 'cdk8s';
import { describe, expect, expectTypeOf, it } from 'vitest';

import { hasPetStore, OperatorChart, PetStoreChart } from '../charts/index.ts';
import { kubewrightDeclaration } from '../declaration/index.ts';
import { synthesized } from '../testing/index.ts';
import type { Environment } from './environment.ts';
import { environments, findEnvironment } from './find.ts';

describe('environments', () => {
  it('are the same after a round trip through JSON', () => {
    expect(JSON.parse(JSON.stringify(environments))).toEqual(environments);
    expectTypeOf(environments).toExtend<readonly Environment[]>();
  });

  it('are embedded, dev and production', () => {
    expect(environments.map(({ name }) => name)).toEqual(['embedded', 'dev', 'production']);
  });

  it.each(environments)('use the published image of the declared version in $name', (environment) => {
    let image = '';
    synthesized((chart) => (image = new OperatorChart(chart, 'operator', { environment }).operator.image));
    expect(image).toBe(`ghcr.io/kubewright/operator:${kubewrightDeclaration().version}`);
  });

  it('serve the whole cluster with several replicas, except dev', () => {
    const served = environments.map(({ name, replicas, namespaces }) => [name, replicas, namespaces]);
    expect(served).toEqual([
      ['embedded', 2, undefined],
      ['dev', 1, ['kubewright-samples']],
      ['production', 3, undefined],
    ]);
  });

  it('serve plain metrics in embedded, no metrics beyond loopback in dev, and secure metrics in production', () => {
    const metrics = environments.map((environment: Environment) => [environment.name, environment.metrics]);
    expect(metrics).toEqual([
      ['embedded', { plain: true }],
      ['dev', undefined],
      ['production', { secure: true }],
    ]);
  });

  it('set the address of their pet store in the settings of the operator', () => {
    for (const environment of environments as readonly Environment[]) {
      if (!hasPetStore(environment)) continue;
      const { store } = new PetStoreChart(Testing.app(), 'pet-store', { environment });
      expect(environment.settings?.['petstoreAddress']).toBe(store.address);
    }
    expect(environments.filter(hasPetStore).map(({ name }) => name)).toEqual(['embedded', 'dev']);
  });

  it('create the namespace of their samples, unless it is default', () => {
    for (const { samplesNamespace = 'default', createNamespaces = ['default'], namespaces } of environments) {
      expect(createNamespaces).toContain(samplesNamespace);
      expect(namespaces ?? [samplesNamespace]).toContain(samplesNamespace);
    }
  });
});

describe('findEnvironment', () => {
  it('finds an environment by its name', () => {
    expect(findEnvironment('dev')).toBe(environments[1]);
  });

  it('throws with the names of all environments for an unknown name', () => {
    expect(() => findEnvironment('prod')).toThrow('no environment "prod": there are embedded, dev, production');
  });
});
