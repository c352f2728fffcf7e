import { describe, expect, it } from 'vitest';

import type { CustomResourceDefinitionsProps } from '../options/index.ts';
import { listAddresses, type Synthesized, synthObjects, getObject } from '../testing/synth-objects.ts';
import { zoo } from '../testing/zoo.ts';
import { CustomResourceDefinitions } from './index.ts';

const synthCrds = (props: CustomResourceDefinitionsProps = {}): Synthesized[] =>
  synthObjects((chart) => new CustomResourceDefinitions(chart, 'crds', { declaration: zoo, ...props }), 'zoo-system');

describe('the rollback guard', () => {
  it('is in the chart of the CRDs unless it is disabled', () => {
    const listGuards = (props?: CustomResourceDefinitionsProps): string[] =>
      listAddresses(synthCrds(props)).filter((address) => address.includes('Policy'));
    expect(listGuards()).toEqual([
      'MutatingAdmissionPolicy -/zoo-crd-rollback',
      'MutatingAdmissionPolicyBinding -/zoo-crd-rollback',
      'ValidatingAdmissionPolicy -/zoo-crd-rollback',
      'ValidatingAdmissionPolicyBinding -/zoo-crd-rollback',
    ]);
    expect(listGuards({ rollbackGuard: false })).toEqual([]);
  });

  it('matches only updates of these CRDs, and rejects none', () => {
    const objects = synthCrds();
    for (const kind of ['MutatingAdmissionPolicy', 'ValidatingAdmissionPolicy']) {
      expect(getObject(kind, objects)['spec']).toMatchObject({
        matchConstraints: {
          resourceRules: [{ operations: ['UPDATE'], resourceNames: ['animals.zoo.example', 'parks.zoo.example'] }],
        },
      });
    }
    expect(getObject('ValidatingAdmissionPolicyBinding', objects)['spec']).toMatchObject({
      validationActions: ['Warn'],
    });
  });

  it('is retained like the CRDs', () => {
    const getHelmResourcePolicy = (props: CustomResourceDefinitionsProps): unknown =>
      getObject('MutatingAdmissionPolicyBinding', synthCrds(props)).metadata.annotations?.['helm.sh/resource-policy'];
    expect([getHelmResourcePolicy({}), getHelmResourcePolicy({ keep: false })]).toEqual(['keep', undefined]);
  });
});
