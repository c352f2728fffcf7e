import { App, Chart } from 'cdk8s';
import { describe, expect, expectTypeOf, it } from 'vitest';

import { dev, embedded } from '../environments/environments.ts';
import { ArgoCdChart, CrdsChart, NamespacesChart } from './cluster.ts';
import { OperatorChart } from './operator.ts';
import { PetStoreChart, SamplesChart } from './samples.ts';

class Extended extends OperatorChart {}

const app = new App();
const props = { environment: { ...embedded, ...dev, petStore: { namespace: 'pets' } } };
const charts = [
  new ArgoCdChart(app, 'argo-cd'),
  new CrdsChart(app, 'crds'),
  new NamespacesChart(app, 'namespaces', props),
  new OperatorChart(app, 'operator', props),
  new PetStoreChart(app, 'pet-store', props),
  new SamplesChart(app, 'samples', props),
  new Extended(app, 'extended', props),
  new Chart(app, 'chart'),
];

describe('instanceof', () => {
  it('is true for charts of the class and its subclasses only', () => {
    const listIds = (Class: abstract new (...args: never) => Chart): string[] =>
      charts.filter((chart: unknown) => chart instanceof Class).map(({ node }) => node.id);
    expect(listIds(ArgoCdChart)).toEqual(['argo-cd']);
    expect(listIds(CrdsChart)).toEqual(['crds']);
    expect(listIds(NamespacesChart)).toEqual(['namespaces']);
    expect(listIds(OperatorChart)).toEqual(['operator', 'extended']);
    expect(listIds(PetStoreChart)).toEqual(['pet-store']);
    expect(listIds(SamplesChart)).toEqual(['samples']);
    expect(listIds(Extended)).toEqual(['extended']);
  });

  it('is true of Chart for every chart, and for nothing else', () => {
    expect(charts.every((chart: unknown) => chart instanceof Chart)).toBe(true);
    expect([undefined, null, {}, app].filter((each: unknown) => each instanceof OperatorChart)).toEqual([]);
  });

  it('narrows the type', () => {
    const found = app.charts.find((chart) => chart instanceof OperatorChart);
    expectTypeOf(found).toEqualTypeOf<OperatorChart | undefined>();
    expect(found?.operator.name).toBe('kubewright');
  });
});
