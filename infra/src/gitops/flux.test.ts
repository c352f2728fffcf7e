import { describe, expect, it } from 'vitest';
import type { FluxOptions } from '../options/index.ts';

import { type FluxGitOps, type FluxKustomization, fluxKustomizations } from './flux.ts';
import type { Unit } from './unit.ts';

const kept = { 'kustomize.toolkit.fluxcd.io/prune': 'disabled' };

const unitOf = (name: string, annotations: Readonly<Record<string, string>> = {}): Unit => ({
  ...{ environment: 'berlin', name, folder: `berlin/${name}` },
  objects: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', annotations } }],
});

const gitOps = (flux: Partial<FluxOptions> = {}, path = 'deploy'): FluxGitOps => ({
  ...{ name: 'zoo', path },
  flux: { source: { name: 'zoo' }, ...flux },
});

const units = [unitOf('crds', kept), unitOf('operator'), unitOf('samples')];

describe('the Kustomization of a unit', () => {
  it('is complete', () => {
    expect(fluxKustomizations(units, gitOps())[1]).toEqual({
      apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
      kind: 'Kustomization',
      metadata: { name: 'zoo-berlin-operator', namespace: 'flux-system' },
      spec: {
        sourceRef: { kind: 'GitRepository', name: 'zoo' },
        path: './deploy/berlin/operator',
        dependsOn: [{ name: 'zoo-berlin-crds' }],
        ...{ interval: '10m', retryInterval: '1m', timeout: '5m' },
        ...{ prune: true, wait: true, force: false },
      },
    });
  });

  it('prunes unless all of its objects are kept', () => {
    const mixed = { ...unitOf('mixed'), objects: [unitOf('', kept), unitOf('')].flatMap(({ objects }) => objects) };
    expect(fluxKustomizations([...units, mixed], gitOps()).map(({ spec }) => spec.prune)).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });

  it('depends on the one before', () => {
    expect(fluxKustomizations(units, gitOps()).map(({ spec }) => spec.dependsOn)).toEqual([
      undefined,
      [{ name: 'zoo-berlin-crds' }],
      [{ name: 'zoo-berlin-operator' }],
    ]);
  });

  it('goes where the options say', () => {
    const source = { kind: 'OCIRepository', name: 'zoo', namespace: 'sources' } as const;
    const times = { interval: '1h', retryInterval: '2m', timeout: '90s' };
    const options = { source, namespace: 'delivery', serviceAccountName: 'deployer', ...times };
    const [{ metadata, spec }] = fluxKustomizations(units, gitOps(options, '.')) as [FluxKustomization];
    expect(metadata.namespace).toBe('delivery');
    expect(spec).toMatchObject({
      ...{ sourceRef: source, serviceAccountName: 'deployer', path: './berlin/crds' },
      ...times,
    });
  });
});
