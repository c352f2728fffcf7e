import { describe, expect, it } from 'vitest';

import { ImmortalContainer } from './immortal-container.ts';

const [version] = ImmortalContainer.crd.spec.versions;
const schema = version?.schema.openAPIV3Schema;
const spec = schema?.properties?.['spec'];
const status = schema?.properties?.['status'];

describe('the ImmortalContainer API', () => {
  it('keeps the names that existing manifests and clients use', () => {
    expect(ImmortalContainer.crd.metadata.name).toBe('immortalcontainers.immortalcontainer.flugel.it');
    expect(ImmortalContainer.crd.spec).toMatchObject({
      group: 'immortalcontainer.flugel.it',
      scope: 'Namespaced',
      names: {
        kind: 'ImmortalContainer',
        listKind: 'ImmortalContainerList',
        plural: 'immortalcontainers',
        singular: 'immortalcontainer',
      },
    });
    expect(ImmortalContainer.crd.spec.names).not.toHaveProperty('shortNames');
    expect(version?.name).toBe('v1alpha1');
  });

  it('requires an image and nothing else', () => {
    expect(Object.keys(spec?.properties ?? {})).toEqual(['image', 'resources', 'securityContext']);
    expect(spec?.required).toEqual(['image']);
  });

  it.each([
    ['nginx:latest', true],
    ['registry.example.com:5000/a/b@sha256:00', true],
    ['', false],
    ['nginx latest', false],
    ['nginx\n', false],
  ])('accepts the image %j: %s', (image, good) => {
    const { pattern = 'missing', minLength = 0 } = spec?.properties?.['image'] ?? {};
    expect(image.length >= minLength && new RegExp(pattern, 'u').test(image)).toBe(good);
  });

  it('has a counter of 64 bits, up to the largest integer that every client can represent', () => {
    expect(Object.keys(status?.properties ?? {})).toEqual([
      'observedGeneration',
      'currentPod',
      'startTimes',
      'conditions',
    ]);
    expect(status?.properties?.['startTimes']).toMatchObject({ type: 'integer', format: 'int64', minimum: 0 });
    expect(status?.properties?.['startTimes']?.maximum).toBe(2 ** 53 - 1);
  });

  it('has the status as its only subresource', () => {
    expect(version?.subresources).toEqual({ status: {} });
  });

  it('has these columns in kubectl get', () => {
    const columns = version?.additionalPrinterColumns ?? [];
    expect(columns.map(({ name, jsonPath, type }) => [name, jsonPath, type])).toEqual([
      ['Ready', '.status.conditions[?(@.type=="Ready")].status', 'string'],
      ['Reason', '.status.conditions[?(@.type=="Ready")].reason', 'string'],
      ['Image', '.spec.image', 'string'],
      ['Pod', '.status.currentPod', 'string'],
      ['Starts', '.status.startTimes', 'integer'],
      ['Age', '.metadata.creationTimestamp', 'date'],
    ]);
    expect(columns.filter(({ priority = 0 }) => priority > 0).map(({ name }) => name)).toEqual(['Reason']);
  });

  it('BUG-IC-8 BUG-IC-9 refuses a missing spec, and names that are not DNS labels, on creation only', () => {
    const [specOnCreation, length, ...others] = schema?.['x-kubernetes-validations'] ?? [];
    expect(others).toEqual([]);
    expect(specOnCreation).toMatchObject({ message: expect.stringContaining('spec is required') as string });
    expect(specOnCreation?.rule).toContain('oldSelf.hasValue()');
    expect(length).toEqual({
      rule: 'oldSelf.hasValue() || (self.metadata.name.size() <= 63)',
      message: 'metadata.name must be at most 63 characters: it becomes the value of the Pod\'s label "app"',
      fieldPath: '.metadata',
      optionalOldSelf: true,
    });
  });
});
