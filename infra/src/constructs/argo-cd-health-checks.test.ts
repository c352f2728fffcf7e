import { describe, expect, it } from 'vitest';

import type { ArgoCdHealthChecksProps } from '../options/index.ts';
import { getKubewrightDeclaration } from '../declaration/index.ts';
import { type Synthesized, synthObjects, getObject } from '../testing/synth-objects.ts';
import { zoo } from '../testing/zoo.ts';
import { ArgoCdHealthChecks } from './argo-cd.ts';
import { applicationHealthLua } from '../api-objects/argo-cd-health.ts';
import { renderArgoCdHealthChecks } from '../api-objects/argo-cd-health.ts';
import { renderHealthLua } from '../api-objects/argo-cd-health.ts';

const synthConfigMap = (props: ArgoCdHealthChecksProps = {}): Synthesized =>
  getObject(
    'ConfigMap',
    synthObjects((chart) => new ArgoCdHealthChecks(chart, 'health', props), 'elsewhere'),
  );

describe('renderArgoCdHealthChecks', () => {
  it('has a check for each of our kinds, under the key that Argo CD reads', () => {
    const { apis } = getKubewrightDeclaration();
    const checks = renderArgoCdHealthChecks({ apis });
    const keys = apis.map(({ group, kind }) => `resource.customizations.health.${group}_${kind}`);
    expect(Object.keys(checks)).toEqual(keys);
    expect(checks['resource.customizations.health.mmontes.io_Echo']).toBe(
      renderHealthLua({ group: 'mmontes.io', kind: 'Echo' }),
    );
  });

  it("has a check for a user's kind only if its status has conditions", () => {
    expect(renderArgoCdHealthChecks(zoo)).toEqual({});
    const status = { properties: { conditions: { type: 'array' } } };
    const versions = [{ name: 'v1', schema: { openAPIV3Schema: { properties: { status } } } }];
    const crd = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'cages.zoo.example' },
      spec: { group: 'zoo.example', names: { kind: 'Cage' }, versions },
    };
    const cage = { group: 'zoo.example', version: 'v1', kind: 'Cage', plural: 'cages', scope: 'Cluster', crd } as const;
    const checks = renderArgoCdHealthChecks({ apis: [...zoo.apis, cage] });
    expect(Object.keys(checks)).toEqual(['resource.customizations.health.zoo.example_Cage']);
  });
});

describe('ArgoCdHealthChecks', () => {
  it('is the ConfigMap argocd-cm in the namespace argocd, in a chart of any namespace', () => {
    expect(synthConfigMap()).toEqual({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        name: 'argocd-cm',
        namespace: 'argocd',
        labels: { 'app.kubernetes.io/name': 'argocd-cm', 'app.kubernetes.io/part-of': 'argocd' },
      },
      data: renderArgoCdHealthChecks(getKubewrightDeclaration()),
    });
  });

  it('has the health of Applications if applications is set', () => {
    const key = 'resource.customizations.health.argoproj.io_Application';
    expect(synthConfigMap()['data']).not.toHaveProperty([key]);
    expect(synthConfigMap({ applications: true })['data']).toEqual({
      ...renderArgoCdHealthChecks(getKubewrightDeclaration()),
      [key]: applicationHealthLua,
    });
  });

  it('is created in the namespace of its metadata', () => {
    const { metadata } = synthConfigMap({ metadata: { namespace: 'delivery', annotations: { team: 'a' } } });
    expect(metadata).toMatchObject({ name: 'argocd-cm', namespace: 'delivery', annotations: { team: 'a' } });
  });
});
