import path from 'node:path';

import { beforeAll, expect, it } from 'vitest';

import { readModuleFiles } from '../../support/go-module.ts';
import { ClusterObjects, type GitOpsObject } from './cluster-objects.ts';
import type { GitOpsTests } from './gitops-tests.ts';

const pinnedIn = 'gitops-tools';
const argoCd = {
  pinnedIn,
  module: 'github.com/argoproj-labs/argocd-operator',
  files: ['config/crd/bases/argoproj.io_applications.yaml'],
};
const flux = {
  pinnedIn,
  module: 'github.com/fluxcd/kustomize-controller',
  files: ['config/crd/bases/kustomize.toolkit.fluxcd.io_kustomizations.yaml'],
};

/** Validates the Applications and Kustomizations against the CRDs of Argo CD and Flux, on the API server. */
export function testDefinitions(tests: () => GitOpsTests): void {
  let objects: ClusterObjects;

  beforeAll(async () => {
    objects = new ClusterObjects(tests().own.cluster.controlPlane, 'test');
    const namespaces = ['argocd', 'flux-system'].map((name) => ({
      ...{ apiVersion: 'v1', kind: 'Namespace' },
      metadata: { name },
    }));
    await objects.apply(namespaces);
    const texts = await Promise.all([argoCd, flux].map(readModuleFiles));
    await objects.applyText(texts.flat().join('\n---\n'));
    await objects.untilReady(
      ['applications.argoproj.io', 'kustomizations.kustomize.toolkit.fluxcd.io'].map((name) => ({
        ...{ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' },
        metadata: { name },
      })),
    );
  });

  it.each([
    ['argo-cd/production', 'Application'],
    ['argo-cd/production/units', 'Application'],
    ['flux/production', 'Kustomization'],
  ])('accept exactly the fields of the objects in %s', async (folder, kind) => {
    const written = await objects.build(path.join(tests().cafes.repository, 'deploy', folder));
    expect(new Set(written.map((object) => object.kind))).toEqual(new Set([kind]));
    await objects.apply(written);
    const [first] = written as readonly (GitOpsObject & { readonly spec: object })[];
    if (first === undefined) throw new Error(`nothing in ${folder}`);
    await expect(objects.apply([{ ...first, ...{ spec: { ...first.spec, unheard: 'of' } } }])).rejects.toThrow(
      'unheard',
    );
  });
}
