import { expect, test } from 'vitest';

import {
  buildMatchExpression,
  buildPlacementObjects,
  buildPlacementPolicy,
  getPolicyKinds,
  probeImage,
} from './placement.ts';

const program = (): object => ({});

test('a Pod is placed on the node if one of its containers has one of the images', () => {
  const images = [
    { match: 'a.io/operator:v1', program },
    { match: /^b"\d$/, program },
  ];
  const [, condition, literal = ''] = /^(.*)\.matches\((".*")\)\)$/.exec(buildMatchExpression(images)) ?? [];
  expect(condition).toBe('object.spec.containers.exists(c, has(c.image) && c.image');
  const expression = new RegExp(JSON.parse(literal) as string);
  const sent = ['a.io/operator:v1', 'a.io/operator:v2', 'b"1', 'b"x', probeImage(images)].filter((image) =>
    expression.test(image),
  );
  expect(sent).toEqual(['a.io/operator:v1', 'b"1', probeImage(images)]);
});

test('the probe image is different for other images', () => {
  expect(probeImage([{ match: 'a', program }])).not.toBe(probeImage([{ match: 'b', program }]));
  expect(probeImage([])).toMatch(/^placement-probe\.kubewright\.dev\/[0-9a-f]{16}$/);
});

test('the binding has the name of the policy', () => {
  const [policy, binding] = buildPlacementPolicy([], getPolicyKinds('v1.36.4'));
  expect(binding).toMatchObject({ spec: { policyName: policy.metadata.name } });
});

test.each([
  ['v1.34.4', 'v1beta1'],
  ['1.35.0', 'v1beta1'],
  ['v1.36.4', 'v1'],
  ['1.37.2', 'v1'],
])('in Kubernetes %s the policy is of %s', (kubernetes, version) => {
  const kinds = getPolicyKinds(kubernetes);
  expect(buildPlacementPolicy([], kinds).map(({ apiVersion }) => apiVersion)).toEqual([
    `admissionregistration.k8s.io/${version}`,
    `admissionregistration.k8s.io/${version}`,
  ]);
});

test('the objects have the paths of the policy and of its binding', () => {
  const group = '/apis/admissionregistration.k8s.io/v1';
  const [policy, binding] = buildPlacementPolicy([], getPolicyKinds('v1.36.4'));
  expect(buildPlacementObjects([], '1.36.4')).toEqual([
    { path: `${group}/mutatingadmissionpolicies/kubewright-processes`, object: policy },
    { path: `${group}/mutatingadmissionpolicybindings/kubewright-processes`, object: binding },
  ]);
});
