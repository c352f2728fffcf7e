import { describe, expect, it } from 'vitest';

import { WebServer } from './web-server.ts';

const [version] = WebServer.crd.spec.versions;
const schema = version?.schema.openAPIV3Schema;
const spec = schema?.properties?.['spec'];
const status = schema?.properties?.['status'];

describe('the WebServer API', () => {
  it('keeps the name that existing manifests use', () => {
    expect(WebServer).toMatchObject({ group: 'my.domain', version: 'v1', kind: 'WebServer', plural: 'webservers' });
    expect(WebServer.crd.metadata.name).toBe('webservers.my.domain');
    expect(WebServer.crd.spec.scope).toBe('Namespaced');
  });

  it('requires only the image, and defaults to one replica', () => {
    expect(spec?.required).toEqual(['image']);
    expect(spec?.properties?.['replicas']).toMatchObject({ type: 'integer', default: 1 });
  });

  it('accepts the fields of the original, and no others', () => {
    expect(Object.keys(spec?.properties ?? {})).toEqual([
      ...['image', 'replicas', 'nodePort', 'resources', 'securityContext', 'foo'],
    ]);
    expect(spec?.properties?.['foo']).toMatchObject({ type: 'string' });
  });

  it.each([
    ['nginx:1.27', true],
    ['registry.example.com:5000/a/b@sha256:00', true],
    ['', false],
    ['nginx 1.27', false],
    ['nginx\n', false],
  ])('accepts the image %j: %s', (image, good) => {
    const { pattern = 'missing', minLength = 0 } = spec?.properties?.['image'] ?? {};
    expect(image.length >= minLength && new RegExp(pattern, 'u').test(image)).toBe(good);
  });

  it('accepts node ports in the default range only', () => {
    expect(spec?.properties?.['nodePort']).toMatchObject({ type: 'integer', minimum: 30000, maximum: 32767 });
    expect(spec?.properties?.['nodePort']).not.toHaveProperty('default');
  });

  it('has a status with the numbers of Pods, their port, their selector and conditions', () => {
    expect(Object.keys(status?.properties ?? {})).toEqual([
      'observedGeneration',
      'replicas',
      'readyReplicas',
      'availableReplicas',
      'nodePort',
      'selector',
      'conditions',
    ]);
    expect(status).not.toHaveProperty('required');
  });

  it('has a scale subresource for kubectl and autoscalers', () => {
    expect(version?.subresources).toEqual({
      status: {},
      scale: {
        specReplicasPath: '.spec.replicas',
        statusReplicasPath: '.status.replicas',
        labelSelectorPath: '.status.selector',
      },
    });
  });

  it('has these columns in kubectl get', () => {
    const columns = version?.additionalPrinterColumns ?? [];
    expect(columns.map(({ name, jsonPath, type }) => [name, jsonPath, type])).toEqual([
      ['Ready', '.status.conditions[?(@.type=="Ready")].status', 'string'],
      ['Reason', '.status.conditions[?(@.type=="Ready")].reason', 'string'],
      ['Replicas', '.spec.replicas', 'integer'],
      ['Available', '.status.availableReplicas', 'integer'],
      ['Port', '.status.nodePort', 'integer'],
      ['Requested', '.spec.nodePort', 'integer'],
      ['Image', '.spec.image', 'string'],
      ['Age', '.metadata.creationTimestamp', 'date'],
    ]);
    expect(columns.filter(({ priority = 0 }) => priority > 0).map(({ name }) => name)).toEqual(['Reason']);
  });

  it('refuses names that are not valid for a Service, on creation only', () => {
    const [specOnCreation, length, letters, ...others] = schema?.['x-kubernetes-validations'] ?? [];
    expect(others).toEqual([]);
    expect(specOnCreation).toEqual({
      rule: 'has(self.spec) || oldSelf.hasValue() && !has(oldSelf.value().spec)',
      message: 'spec is required',
      reason: 'FieldValueRequired',
      fieldPath: '.spec',
      optionalOldSelf: true,
    });
    expect(length).toEqual({
      rule: 'oldSelf.hasValue() || (self.metadata.name.size() <= 55)',
      message: 'metadata.name must be at most 55 characters: the Service adds "-service"',
      fieldPath: '.metadata',
      optionalOldSelf: true,
    });
    expect(letters).toMatchObject({
      rule: "oldSelf.hasValue() || (self.metadata.name.matches('^[a-z]([-a-z0-9]*[a-z0-9])?$'))",
      optionalOldSelf: true,
    });
    expect(letters?.message).toMatch(/^metadata\.name must begin with a letter/);
  });
});
