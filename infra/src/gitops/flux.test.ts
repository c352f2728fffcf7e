import { describe, expect, it } from 'vitest';
import type { FluxOptions } from '../options/index.ts';

import { type FluxGitOps, type FluxKustomization, buildFluxKustomizations } from './flux.ts';
import type { Stage } from './stage.ts';

const kept = { 'kustomize.toolkit.fluxcd.io/prune': 'disabled' };

const buildStage = (name: string, annotations: Readonly<Record<string, string>> = {}): Stage => ({
  ...{ environment: 'berlin', name, folder: `berlin/${name}` },
  objects: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', annotations } }],
});

const buildGitOps = (flux: Partial<FluxOptions> = {}, path = 'deploy'): FluxGitOps => ({
  ...{ name: 'zoo', path },
  flux: { source: { name: 'zoo' }, ...flux },
});

const units = [buildStage('crds', kept), buildStage('operator'), buildStage('samples')];

describe('the Kustomization of a stage', () => {
  it('is complete', () => {
    expect(buildFluxKustomizations(units, buildGitOps())[1]).toEqual({
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

  it('prunes unless all of its objects are retained', () => {
    const mixed = {
      ...buildStage('mixed'),
      objects: [buildStage('', kept), buildStage('')].flatMap(({ objects }) => objects),
    };
    expect(buildFluxKustomizations([...units, mixed], buildGitOps()).map(({ spec }) => spec.prune)).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });

  it('depends on the previous one', () => {
    expect(buildFluxKustomizations(units, buildGitOps()).map(({ spec }) => spec.dependsOn)).toEqual([
      undefined,
      [{ name: 'zoo-berlin-crds' }],
      [{ name: 'zoo-berlin-operator' }],
    ]);
  });

  it('uses the source and interval of the options', () => {
    const source = { kind: 'OCIRepository', name: 'zoo', namespace: 'sources' } as const;
    const times = { interval: '1h', retryInterval: '2m', timeout: '90s' };
    const options = { source, namespace: 'delivery', serviceAccountName: 'deployer', ...times };
    const [{ metadata, spec }] = buildFluxKustomizations(units, buildGitOps(options, '.')) as [FluxKustomization];
    expect(metadata.namespace).toBe('delivery');
    expect(spec).toMatchObject({
      ...{ sourceRef: source, serviceAccountName: 'deployer', path: './berlin/crds' },
      ...times,
    });
  });
});
