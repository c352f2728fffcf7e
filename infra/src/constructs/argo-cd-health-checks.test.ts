import { describe, expect, it } from 'vitest';

import type { ArgoCdHealthChecksProps } from '../options/index.ts';
import { kubewrightDeclaration } from '../declaration/index.ts';
import { type Synthesized, synthesized, the, zoo } from '../testing/index.ts';
import { ArgoCdHealthChecks } from './argo-cd.ts';
import { applicationHealthLua } from '../api-objects/argo-cd-health.ts';
import { argoCdHealthChecks } from '../api-objects/index.ts';
import { healthLua } from '../api-objects/argo-cd-health.ts';

const configMapOf = (props: ArgoCdHealthChecksProps = {}): Synthesized =>
  the(
    'ConfigMap',
    synthesized((chart) => new ArgoCdHealthChecks(chart, 'health', props), 'elsewhere'),
  );

describe('argoCdHealthChecks', () => {
  it('has a check for each of our kinds, under the key that Argo CD reads', () => {
    const { apis } = kubewrightDeclaration();
    const checks = argoCdHealthChecks({ apis });
    const keys = apis.map(({ group, kind }) => `resource.customizations.health.${group}_${kind}`);
    expect(Object.keys(checks)).toEqual(keys);
    expect(checks['resource.customizations.health.mmontes.io_Echo']).toBe(
      healthLua({ group: 'mmontes.io', kind: 'Echo' }),
    );
  });

  it("has a check for a user's kind if its status has conditions, and none otherwise", () => {
    expect(argoCdHealthChecks(zoo)).toEqual({});
    const status = { properties: { conditions: { type: 'array' } } };
    const versions = [{ name: 'v1', schema: { openAPIV3Schema: { properties: { status } } } }];
    const crd = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'cages.zoo.example' },
      spec: { group: 'zoo.example', names: { kind: 'Cage' }, versions },
    };
    const cage = { group: 'zoo.example', version: 'v1', kind: 'Cage', plural: 'cages', scope: 'Cluster', crd } as const;
    const checks = argoCdHealthChecks({ apis: [...zoo.apis, cage] });
    expect(Object.keys(checks)).toEqual(['resource.customizations.health.zoo.example_Cage']);
  });
});

describe('ArgoCdHealthChecks', () => {
  it('is the ConfigMap argocd-cm in the namespace argocd, in a chart of any namespace', () => {
    expect(configMapOf()).toEqual({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        name: 'argocd-cm',
        namespace: 'argocd',
        labels: { 'app.kubernetes.io/name': 'argocd-cm', 'app.kubernetes.io/part-of': 'argocd' },
      },
      data: argoCdHealthChecks(kubewrightDeclaration()),
    });
  });

  it('has the health of Applications where that is asked for', () => {
    const key = 'resource.customizations.health.argoproj.io_Application';
    expect(configMapOf()['data']).not.toHaveProperty([key]);
    expect(configMapOf({ applications: true })['data']).toEqual({
      ...argoCdHealthChecks(kubewrightDeclaration()),
      [key]: applicationHealthLua,
    });
  });

  it('is created in the namespace of its metadata', () => {
    const { metadata } = configMapOf({ metadata: { namespace: 'delivery', annotations: { team: 'a' } } });
    expect(metadata).toMatchObject({ name: 'argocd-cm', namespace: 'delivery', annotations: { team: 'a' } });
  });
});
