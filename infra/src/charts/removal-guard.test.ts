import { App, type Chart, Testing } from 'cdk8s';
import { describe, expect, it } from 'vitest';
import type { Environment } from '../options/index.ts';

import { CrdsChart } from './cluster.ts';
import { OperatorChart } from './operator.ts';
import { listAddresses, type Synthesized, getObject } from '../testing/synth-objects.ts';
import { zoo, zooWithWebhooks } from '../testing/zoo.ts';
import type { OperatorDeclaration } from '../declaration/index.ts';

/** The zoo, whose controller of Animals sets a finalizer. */
const finalizing: OperatorDeclaration = {
  ...zoo,
  settings: [...zoo.settings, { name: 'inUseName', env: 'IN_USE_NAME', type: 'string' }],
  controllers: zoo.controllers.map((each) =>
    each.for.kind === 'Animal' ? { ...each, finalizer: 'zoo.example/keeper' } : each,
  ),
};
const environment: Environment = {
  name: 'zoo',
  namespace: 'zoo-system',
  image: { repository: 'zoo.example/operator' },
  policies: 'off',
};

interface Policy {
  readonly matchConstraints: {
    readonly namespaceSelector: { readonly matchExpressions: readonly { readonly values: readonly string[] }[] };
    readonly resourceRules: readonly {
      readonly resources: readonly string[];
      readonly resourceNames: readonly string[];
    }[];
  };
}

/** Omits the rollback guard, which also has a policy and a binding in the chart of the CRDs. */
const withoutRollbackGuard = (objects: readonly Synthesized[]): Synthesized[] =>
  objects.filter(({ metadata }) => metadata.name !== 'zoo-crd-rollback');

function synthChart(
  chart: 'crds' | 'operator',
  changes: Partial<Environment> = {},
  { declaration = finalizing, name }: { declaration?: OperatorDeclaration; name?: string } = {},
): Synthesized[] {
  const Made: new (...args: ConstructorParameters<typeof OperatorChart>) => Chart =
    chart === 'crds' ? CrdsChart : OperatorChart;
  const props = { declaration, environment: { ...environment, ...changes }, ...(name !== undefined && { name }) };
  return withoutRollbackGuard(Testing.synth(new Made(new App(), chart, props)) as Synthesized[]);
}

const hasGuard = (...args: Parameters<typeof synthChart>): boolean =>
  listAddresses(synthChart(...args)).some((address) => address.startsWith('ValidatingAdmissionPolicy -/'));

const listGuards = (chart: Chart): string[] =>
  listAddresses(withoutRollbackGuard(chart.toJson() as Synthesized[])).filter((address) =>
    address.startsWith('ValidatingAdmissionPolicy -/'),
  );

const listAppGuards = (app: App): string[] => app.charts.flatMap(listGuards);

const listGuardedNames = (objects: readonly Synthesized[]): Record<string, readonly string[]> => {
  const { matchConstraints } = getObject('ValidatingAdmissionPolicy', objects)['spec'] as Policy;
  return Object.fromEntries(
    matchConstraints.resourceRules.map(({ resources, resourceNames }) => [resources[0] ?? '', resourceNames]),
  );
};

describe('RemovalGuard', () => {
  it('guards the objects that the operator needs, by name, and the CRDs of the kinds that it finalizes', () => {
    expect(listGuardedNames(synthChart('crds'))).toEqual({
      namespaces: ['zoo-system'],
      serviceaccounts: ['zoo'],
      deployments: ['zoo'],
      limitranges: ['zoo-in-use'],
      roles: ['zoo-leader-election', 'zoo-in-use'],
      rolebindings: ['zoo-leader-election', 'zoo-in-use'],
      clusterroles: ['zoo'],
      clusterrolebindings: ['zoo'],
      customresourcedefinitions: ['animals.zoo.example'],
    });
  });

  it("guards the Secret of the webhooks' certificate, which the operator may not create", () => {
    const settings = [...zooWithWebhooks.settings, ...finalizing.settings.slice(-1)];
    const declaration: OperatorDeclaration = { ...zooWithWebhooks, settings, controllers: finalizing.controllers };
    const listWithWebhooks = (changes: Partial<Environment> = {}): Record<string, readonly string[]> =>
      listGuardedNames(synthChart('crds', changes, { declaration }));
    expect(listWithWebhooks()).toMatchObject({ secrets: ['zoo-webhooks'], services: ['zoo-webhooks'] });
    const byCertManager = listWithWebhooks({ webhooks: { certificate: { issuer: { name: 'ca' } } } });
    expect(byCertManager).toMatchObject({ certificates: ['zoo-webhooks-certificate'] });
    expect(byCertManager).not.toHaveProperty('secrets');
  });

  it('guards the roles in the namespaces that the operator serves', () => {
    const objects = synthChart('crds', { controllers: ['animal'], namespaces: ['berlin'] });
    const { matchConstraints } = getObject('ValidatingAdmissionPolicy', objects)['spec'] as Policy;
    expect(matchConstraints.namespaceSelector.matchExpressions[0]?.values).toEqual(['zoo-system', 'berlin']);
    expect(listGuardedNames(objects)).not.toHaveProperty('clusterroles');
  });

  it('reads the annotation of its installation, and is retained', () => {
    const objects = synthChart('crds', {}, { name: 'second' });
    const binding = getObject('ValidatingAdmissionPolicyBinding', objects);
    expect(binding.metadata).toMatchObject({
      name: 'second-removal',
      annotations: { 'kustomize.toolkit.fluxcd.io/prune': 'disabled' },
    });
    expect(binding['spec']).toEqual({
      policyName: 'second-removal',
      paramRef: { name: 'second-in-use', namespace: 'zoo-system', parameterNotFoundAction: 'Allow' },
      validationActions: ['Deny'],
    });
  });

  it('is pruned with the CRDs if the environment prunes them', () => {
    const getBindingAnnotations = (changes: Partial<Environment>): unknown =>
      getObject('ValidatingAdmissionPolicyBinding', synthChart('crds', changes)).metadata.annotations;
    expect(getBindingAnnotations({ crds: 'prune' })).toBeUndefined();
    expect(getBindingAnnotations({ crds: 'keep' })).toBeDefined();
  });

  it.each<[string, (app: App) => unknown]>([
    [
      'the CRDs chart has an environment',
      (app) => new CrdsChart(app, 'crds', { declaration: finalizing, environment }),
    ],
    ['the CRDs chart has no environment', (app) => new CrdsChart(app, 'crds', { declaration: finalizing })],
    ['the app has no CRDs chart', () => undefined],
  ])('exists once if %s', (_, addDefinitions) => {
    const app = new App();
    addDefinitions(app);
    new OperatorChart(app, 'operator', { declaration: finalizing, environment });
    expect(listAppGuards(app)).toEqual(['ValidatingAdmissionPolicy -/zoo-removal']);
  });

  it('exists for each environment of an app, for any installation names', () => {
    const app = new App();
    for (const name of ['north', 'south']) {
      const props = { declaration: finalizing, environment: { ...environment, name } };
      new CrdsChart(app, `${name}-crds`, props);
      new OperatorChart(app, `${name}-operator`, props);
    }
    const inEach = app.charts.map((chart) => [chart.node.id, listGuards(chart).length]);
    expect(Object.fromEntries(inEach)).toEqual({
      'north-crds': 1,
      'north-operator': 0,
      'south-crds': 1,
      'south-operator': 0,
    });
  });

  it('must be chosen if an installation creates nothing else cluster-wide', () => {
    const limited = { crds: 'skip', controllers: ['animal'], namespaces: ['berlin'] } as const;
    expect(() => hasGuard('operator', limited)).toThrow('removalGuard must be true or false');
    expect(hasGuard('operator', { ...limited, removalGuard: true })).toBe(true);
    expect(hasGuard('operator', { ...limited, removalGuard: false })).toBe(false);
    expect(hasGuard('operator', { ...limited, crds: 'keep' })).toBe(true);
  });

  it('need not be chosen for an operator without finalizers', () => {
    const limited = { crds: 'skip', controllers: ['animal'], namespaces: ['berlin'] } as const;
    expect(hasGuard('operator', limited, { declaration: zoo })).toBe(false);
  });

  it('is not deployed if it is disabled', () => {
    for (const chart of ['crds', 'operator'] as const) {
      for (const crds of ['keep', 'prune', 'skip'] as const) {
        expect(hasGuard(chart, { crds, removalGuard: false })).toBe(false);
      }
    }
  });

  it('has a LimitRange in which the operator records what needs it, and may write nothing else there', () => {
    const objects = synthChart('operator');
    expect(getObject('LimitRange', objects, 'zoo-in-use')['spec']).toEqual({ limits: [{ type: 'Pod' }] });
    expect(getObject('Role', objects, 'zoo-in-use')['rules']).toEqual([
      { apiGroups: [''], resources: ['limitranges'], resourceNames: ['zoo-in-use'], verbs: ['get', 'patch'] },
    ]);
    expect(JSON.stringify(getObject('Deployment', objects))).toContain('{"name":"IN_USE_NAME","value":"zoo-in-use"}');
    expect(listAddresses(synthChart('operator', { removalGuard: false })).join()).not.toContain('in-use');
  });

  it('is not deployed for an operator that cannot record what needs it', () => {
    expect(hasGuard('crds', {}, { declaration: { ...finalizing, settings: zoo.settings } })).toBe(false);
  });

  it('is not deployed for an operator without finalizers, or if its finalizing controller does not run', () => {
    expect(hasGuard('crds', {}, { declaration: zoo })).toBe(false);
    const others = finalizing.controllers.filter(({ finalizer }) => finalizer === undefined).map(({ name }) => name);
    expect(others.length).toBeGreaterThan(0);
    expect(hasGuard('crds', { controllers: others })).toBe(false);
  });
});
