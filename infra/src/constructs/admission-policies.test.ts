import { describe, expect, it } from 'vitest';

import type { AdmissionPoliciesProps } from '../options/index.ts';
import type { DeclaredPolicy } from '../declaration/index.ts';
import { listAddresses, type Synthesized, synthObjects, getObject } from '../testing/synth-objects.ts';
import { zoo } from '../testing/zoo.ts';
import { AdmissionPolicies } from './admission-policies.ts';

const synthPolicies = (props: AdmissionPoliciesProps = {}): Synthesized[] =>
  synthObjects((chart) => new AdmissionPolicies(chart, 'policies', { declaration: zoo, ...props }), 'zoo-system');

const key = 'kubernetes.io/metadata.name';
const never = { key, operator: 'NotIn', values: ['kube-system', 'zoo-system'] };
const [fed, quiet] = zoo.policies as readonly [DeclaredPolicy, DeclaredPolicy];

const listNamespaceSelectors = (objects: readonly Synthesized[]): unknown[] =>
  objects
    .filter(({ kind }) => kind.endsWith('Binding'))
    .map(({ spec }) => (spec as { matchResources: { namespaceSelector: unknown } }).matchResources.namespaceSelector);

describe('AdmissionPolicies', () => {
  it('has a policy and a binding each for mutation and validation, without a namespace', () => {
    expect(listAddresses(synthPolicies())).toEqual([
      'MutatingAdmissionPolicy -/zoo-fed-animals',
      'MutatingAdmissionPolicyBinding -/zoo-fed-animals',
      'ValidatingAdmissionPolicy -/zoo-fed-animals',
      'ValidatingAdmissionPolicyBinding -/zoo-fed-animals',
      'ValidatingAdmissionPolicy -/zoo-quiet-pods',
      'ValidatingAdmissionPolicyBinding -/zoo-quiet-pods',
    ]);
  });

  it('has the checks of the declaration, for all versions of the kind', () => {
    const [, , policy, binding] = synthPolicies();
    const { cel } = fed.when[0]!;
    expect(policy).toMatchObject({ apiVersion: 'admissionregistration.k8s.io/v1' });
    expect(policy?.['spec']).toEqual({
      failurePolicy: 'Fail',
      matchConstraints: {
        matchPolicy: 'Equivalent',
        resourceRules: [
          {
            apiGroups: ['zoo.example'],
            apiVersions: ['v1'],
            resources: ['animals'],
            operations: ['CREATE', 'UPDATE', 'DELETE'],
            scope: 'Namespaced',
          },
        ],
      },
      matchConditions: [{ name: 'not-being-deleted', expression: cel }],
      variables: [{ name: 'food', expression: 'object.spec.food' }],
      validations: [
        { expression: "variables.food != ''", message: 'say what it eats' },
        {
          expression: "variables.food != 'guests'",
          message: 'let it eat something else',
          messageExpression: "object.metadata.name + ' must not eat guests'",
          reason: 'Forbidden',
        },
      ],
    });
    expect(binding?.['spec']).toEqual({
      policyName: 'zoo-fed-animals',
      validationActions: ['Deny', 'Audit'],
      matchResources: { namespaceSelector: { matchExpressions: [never] } },
    });
  });

  it('mutates created and updated objects, again after other mutations if needed', () => {
    const spec = getObject('MutatingAdmissionPolicy', synthPolicies())['spec'] as Record<string, unknown>;
    expect(spec).toMatchObject({
      failurePolicy: 'Fail',
      matchConstraints: { resourceRules: [{ operations: ['CREATE', 'UPDATE'] }] },
      reinvocationPolicy: 'IfNeeded',
      mutations: [
        { patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{spec: Object.spec{fed: true}}' } },
        {
          patchType: 'JSONPatch',
          jsonPatch: { expression: "[JSONPatch{op: 'add', path: '/spec/hungry', value: false}]" },
        },
      ],
    });
  });

  it("retains the declared namespace selector in addition to the binding's", () => {
    const objects = synthPolicies().filter(({ metadata }) => metadata.name === 'zoo-quiet-pods');
    expect(objects[0]?.['spec']).toMatchObject({
      failurePolicy: 'Ignore',
      matchConstraints: { namespaceSelector: quiet.namespaceSelector, resourceRules: [{ apiGroups: [''] }] },
    });
    expect(listNamespaceSelectors(objects)).toEqual([{ matchExpressions: [never] }]);
  });

  it('excludes kube-system and the namespace of the operator', () => {
    const all = listNamespaceSelectors(synthPolicies());
    expect(all).toEqual(all.map(() => ({ matchExpressions: [never] })));
    expect(listNamespaceSelectors(synthPolicies({ namespace: 'elsewhere' }))[0]).toEqual({
      matchExpressions: [{ ...never, values: ['kube-system', 'elsewhere'] }],
    });
  });

  it('applies to the given namespaces only', () => {
    const all = listNamespaceSelectors(synthPolicies({ namespaces: ['north', 'south'] }));
    const given = { key, operator: 'In', values: ['north', 'south'] };
    expect(all).toEqual(all.map(() => ({ matchExpressions: [given, never] })));
  });

  it('rejects and mutates nothing in the mode warn', () => {
    const objects = synthPolicies({ mode: 'warn' });
    expect(objects.map(({ kind }) => kind)).not.toContain('MutatingAdmissionPolicy');
    const actions = objects.flatMap(({ spec }) => (spec as { validationActions?: string[] }).validationActions ?? []);
    expect(actions).toEqual(['Warn', 'Audit', 'Warn']);
  });

  it('has the name of its installation, and the labels of its other objects', () => {
    for (const { metadata } of synthPolicies({ name: 'second' })) {
      expect(metadata.name).toMatch(/^second-/);
      expect(metadata.labels).toMatchObject({
        'app.kubernetes.io/name': 'zoo',
        'app.kubernetes.io/instance': 'second',
        'app.kubernetes.io/component': 'admission',
        'app.kubernetes.io/managed-by': 'cdk8s',
      });
    }
  });

  it('creates nothing for an operator without policies', () => {
    const { policies, ...declaration } = zoo;
    expect(policies).toHaveLength(2);
    expect(synthPolicies({ declaration })).toEqual([]);
  });

  it('throws if a policy for a cluster-scoped kind is limited to namespaces', () => {
    const park = { ...fed, for: { ...fed.for, kind: 'Park', plural: 'parks', scope: 'Cluster' as const } };
    const declaration = { ...zoo, policies: [park] };
    expect(synthPolicies({ declaration })).toHaveLength(4);
    expect(() => synthPolicies({ declaration, namespaces: ['north'] })).toThrow(
      'the policy fed-animals cannot be limited to namespaces: Park is cluster-scoped',
    );
  });

  it('throws if the namespace of the operator is unknown', () => {
    const build = (): unknown =>
      synthObjects((chart) => new AdmissionPolicies(chart, 'policies', { declaration: zoo }), undefined);
    expect(build).toThrow("the operator's namespace is missing");
  });
});
