import { describe, expect, it } from 'vitest';

import type { CustomResourceDefinitionsProps } from '../options/index.ts';
import { addresses, type Synthesized, synthesized, the, zoo } from '../testing/index.ts';
import { CustomResourceDefinitions } from './index.ts';

const objectsOf = (props: CustomResourceDefinitionsProps = {}): Synthesized[] =>
  synthesized((chart) => new CustomResourceDefinitions(chart, 'crds', { declaration: zoo, ...props }), 'zoo-system');

describe('the rollback guard', () => {
  it('is beside the CRDs unless it is switched off', () => {
    const guards = (props?: CustomResourceDefinitionsProps): string[] =>
      addresses(objectsOf(props)).filter((address) => address.includes('Policy'));
    expect(guards()).toEqual([
      'MutatingAdmissionPolicy -/zoo-crd-rollback',
      'MutatingAdmissionPolicyBinding -/zoo-crd-rollback',
      'ValidatingAdmissionPolicy -/zoo-crd-rollback',
      'ValidatingAdmissionPolicyBinding -/zoo-crd-rollback',
    ]);
    expect(guards({ rollbackGuard: false })).toEqual([]);
  });

  it('looks at updates of these CRDs only, and rejects none', () => {
    const objects = objectsOf();
    for (const kind of ['MutatingAdmissionPolicy', 'ValidatingAdmissionPolicy']) {
      expect(the(kind, objects)['spec']).toMatchObject({
        matchConstraints: {
          resourceRules: [{ operations: ['UPDATE'], resourceNames: ['animals.zoo.example', 'parks.zoo.example'] }],
        },
      });
    }
    expect(the('ValidatingAdmissionPolicyBinding', objects)['spec']).toMatchObject({ validationActions: ['Warn'] });
  });

  it('is kept as the CRDs are', () => {
    const keep = (props: CustomResourceDefinitionsProps): unknown =>
      the('MutatingAdmissionPolicyBinding', objectsOf(props)).metadata.annotations?.['helm.sh/resource-policy'];
    expect([keep({}), keep({ keep: false })]).toEqual(['keep', undefined]);
  });
});
