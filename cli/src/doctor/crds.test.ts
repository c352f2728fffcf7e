import type { DeclaredCrd } from '@kubewright/infra';
import { describe, expect, it } from 'vitest';

import type { Crd } from '../crd.ts';
import { judgeCrd } from './crds.ts';

const version = (name: string, storage: boolean, spec: object = {}): object => ({
  ...{ name, served: true, storage },
  schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', ...spec } } } },
});

function buildCrd(versions: readonly object[] = [version('v1', true)]): DeclaredCrd {
  const names = { kind: 'Cafe', plural: 'cafes' };
  const spec = { group: 'example.com', scope: 'Namespaced', names, versions };
  return {
    ...{ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' },
    metadata: { name: 'cafes.example.com' },
    spec,
  };
}

function store(crd: DeclaredCrd, status: object = {}): Crd {
  const conditions = [{ type: 'Established', status: 'True' }];
  return { ...crd, status: { conditions, storedVersions: ['v1'], ...status } } as unknown as Crd;
}

const titles = (crd: DeclaredCrd, stored: Crd | undefined): readonly string[] =>
  judgeCrd(crd, stored).map(({ severity, message }) => `${severity}: ${message.split('\n')[0]}`);

describe('a CRD', () => {
  it('has no findings if it is that of the code, also with another conversion, which webhooks set', () => {
    const { spec, ...rest } = buildCrd();
    const stored = store({ ...rest, spec: { ...spec, conversion: { strategy: 'None' } } });
    expect(judgeCrd(buildCrd(), stored)).toEqual([]);
  });

  it('must exist', () => {
    expect(titles(buildCrd(), undefined)).toEqual(['error: the CRD cafes.example.com is not installed']);
  });

  it('must not be going away', () => {
    const stored = store(buildCrd());
    const metadata = { ...stored.metadata, deletionTimestamp: '2030-01-01T00:00:00Z' };
    expect(titles(buildCrd(), { ...stored, metadata })).toEqual([
      'error: the CRD cafes.example.com is being deleted, with all its objects',
    ]);
  });

  it.each([
    ['the API server has not accepted its names yet', []],
    ['"Cafe" is taken', [{ type: 'NamesAccepted', status: 'False', message: '"Cafe" is taken' }]],
  ])('must be established: %s', (why, conditions) => {
    expect(titles(buildCrd(), store(buildCrd(), { conditions }))).toEqual([
      `error: the API server does not serve the CRD cafes.example.com: ${why}`,
    ]);
  });

  it('must have the schema of the code, with the verdict on the change', () => {
    const wider = buildCrd([version('v1', true, { properties: { tables: { type: 'integer' } } })]);
    const [added, ...others] = judgeCrd(wider, store(buildCrd()));
    expect(others).toEqual([]);
    expect(added).toMatchObject({ severity: 'error', remedy: expect.stringContaining('kubectl apply') as string });
    expect(added?.message).toContain('compatible  cafes.example.com v1 spec.tables: a new field');
    const [removed] = judgeCrd(buildCrd(), store(wider));
    expect(removed?.message).toContain('BREAKING    cafes.example.com v1 spec.tables: the field is gone');
    expect(removed?.remedy).toContain('newer release');
  });

  it.each([
    ['scope', (spec: object) => ({ ...spec, scope: 'Cluster' }), true],
    ['kind', (spec: object) => ({ ...spec, names: { kind: 'Bar', listKind: 'CafeList', plural: 'cafes' } }), true],
    ['only version', (spec: object) => ({ ...spec, versions: [version('v2', true)] }), true],
    ['listKind', (spec: object) => ({ ...spec, names: { kind: 'Cafe', listKind: 'Cafes', plural: 'cafes' } }), false],
  ])('with another %s is deleted first if the API server rejects the change', (_, change, isDeleted) => {
    const { spec, ...rest } = buildCrd();
    const [finding] = judgeCrd({ ...rest, spec: change(spec) }, store(buildCrd()));
    const deletion =
      'anyway, delete the CRD in this cluster with all its objects (`kubectl delete crd cafes.example.com`)';
    expect(finding?.remedy.includes(deletion)).toBe(isDeleted);
    expect(finding?.remedy).toContain('kubectl apply');
  });

  it('with a conversion is applied from the manifests, which have its webhook', () => {
    const { spec, ...rest } = buildCrd();
    const stored = store({ ...rest, spec: { ...spec, conversion: { strategy: 'Webhook' } } });
    const wider = buildCrd([version('v1', true, { properties: { tables: { type: 'integer' } } })]);
    expect(judgeCrd(wider, stored)[0]?.remedy).toContain('kubectl apply --server-side -k manifests/<environment>/crds');
  });

  it('may have another description: only a warning', () => {
    const described = buildCrd([version('v1', true, { description: 'A place.' })]);
    expect(titles(described, store(buildCrd()))).toEqual([
      'warning: the CRD cafes.example.com differs from the CRD in the code. Applying the CRD of the code makes these changes:',
    ]);
  });

  it('with objects in another stored version has to be migrated', () => {
    const both = buildCrd([version('v1', false), version('v2', true)]);
    expect(titles(both, store(both, { storedVersions: ['v1', 'v2'] }))).toEqual([
      'warning: objects of cafes.example.com may be stored in v1, and have to be migrated to v2',
    ]);
  });

  it('with objects in a version that the code no longer has is an error', () => {
    const stored = store(buildCrd([version('v1', false), version('v2', true)]), { storedVersions: ['v1', 'v2'] });
    expect(titles(buildCrd([version('v2', true)]), stored)).toContain(
      'error: objects of cafes.example.com may be stored in v1, which the code no longer has',
    );
  });
});
