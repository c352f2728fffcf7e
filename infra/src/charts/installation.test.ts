import { Testing } from 'cdk8s';
import { describe, expect, it } from 'vitest';
import type { Environment } from '../options/index.ts';

import { production } from '../environments/environments.ts';
import { Operator } from '../constructs/index.ts';
import { createManifestsApp } from '../synthesis/manifests.ts';
import { listAddresses, type Synthesized, synthObjects, getObject } from '../testing/synth-objects.ts';
import { CrdsChart } from './cluster.ts';
import { OperatorChart } from './operator.ts';

/** Pet sets finalizers, so the guard is deployed. */
const controllers = [...(production.controllers ?? []), 'pet'];
const monitoring = { alerts: {}, dashboard: {} };

/** The second installation serves its own namespaces, and leaves the CRDs to the first. */
const first: Environment = { ...production, name: 'first', controllers, createNamespaces: ['first-users'], monitoring };
const second: Environment = {
  ...first,
  name: 'second',
  installation: 'other',
  namespace: 'other-system',
  createNamespaces: ['second-users'],
  crds: 'skip',
  removalGuard: true,
};

const app = createManifestsApp({ environments: [first, second], app: { outdir: Testing.app().outdir } });

const synthEnvironment = (environment: string): Synthesized[] =>
  app.charts
    .filter(({ node }) => node.path.startsWith(`${environment}/`))
    .flatMap((chart) => chart.toJson() as Synthesized[]);

describe('two environments of one app', () => {
  it('share no object if their installations differ', () => {
    const [ones, others] = [listAddresses(synthEnvironment('first')), listAddresses(synthEnvironment('second'))];
    expect(others.filter((address) => address.includes(' -/')).length).toBeGreaterThan(10);
    expect(others.length).toBeGreaterThan(40);
    expect(others.filter((address) => ones.includes(address))).toEqual([]);
  });

  it('select their own Pods', () => {
    for (const [environment, instance] of Object.entries({ first: 'kubewright', second: 'other' })) {
      const spec: unknown = getObject('Deployment', synthEnvironment(environment))['spec'];
      expect(spec).toMatchObject({ selector: { matchLabels: { 'app.kubernetes.io/instance': instance } } });
    }
  });
});

describe('the name of an installation', () => {
  it('is that of the environment unless the chart sets one', () => {
    const getOperatorName = (props: object): string =>
      new OperatorChart(Testing.app(), 'it', { environment: second, ...props }).operator.name;
    expect([getOperatorName({}), getOperatorName({ name: 'third' })]).toEqual(['other', 'third']);
  });

  it('also applies to an Operator and its Lease', () => {
    const operator = getObject(
      'Deployment',
      synthObjects((chart) => new Operator(chart, 'operator', { environment: second })),
    );
    expect(JSON.stringify(operator)).toContain('{"name":"LEASE_NAME","value":"other"}');
  });

  it('is in the guard in the chart of the CRDs', () => {
    const environment: Environment = { ...second, crds: 'keep' };
    const guarded = listAddresses(new CrdsChart(Testing.app(), 'it', { environment }).toJson() as Synthesized[]);
    expect(guarded).toContain('ValidatingAdmissionPolicy -/other-removal');
  });
});
