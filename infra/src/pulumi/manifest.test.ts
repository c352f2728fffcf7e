import { describe, expect, it } from 'vitest';

import { isCustom, withoutEmpty } from './manifest.ts';

const metadata = { name: 'x' };

describe('isCustom', () => {
  it.each([
    ['v1', false],
    ['apps/v1', false],
    ['rbac.authorization.k8s.io/v1', false],
    ['my.domain/v1', true],
    ['notk8s.io/v1', true],
    ['gateway.networking.k8s.io/v1', true],
  ])('for %s is %s', (apiVersion, expected) => {
    expect(isCustom({ apiVersion })).toBe(expected);
  });
});

describe('withoutEmpty', () => {
  it('drops empty lists at every depth, and keeps other empty values', () => {
    const spec = { ports: [], volumes: [{ emptyDir: {}, items: [] }], text: '', zero: 0, no: false, nothing: null };
    expect(withoutEmpty({ apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec })).toEqual({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata,
      spec: { volumes: [{ emptyDir: {} }], text: '', zero: 0, no: false, nothing: null },
    });
  });

  it.each([
    { apiVersion: 'my.domain/v1', kind: 'WebServer', metadata, spec: { hosts: [] } },
    { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata, spec: { default: [] } },
  ])('keeps empty lists of a $kind, where they can have a meaning', (manifest) => {
    expect(withoutEmpty(manifest)).toEqual(manifest);
  });

  it('drops empty maps of strings, in metadata of every kind', () => {
    const empty = { name: 'x', labels: {}, annotations: {} };
    const spec = { template: { spec: { nodeSelector: {}, volumes: [{ emptyDir: {} }] } } };
    expect(withoutEmpty({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: empty, spec })).toEqual({
      ...{ apiVersion: 'apps/v1', kind: 'Deployment', metadata },
      spec: { template: { spec: { volumes: [{ emptyDir: {} }] } } },
    });
    const widget = { apiVersion: 'my.domain/v1', kind: 'WebServer', spec: { labels: {} } };
    expect(withoutEmpty({ ...widget, metadata: empty })).toEqual({ ...widget, metadata });
  });
});
