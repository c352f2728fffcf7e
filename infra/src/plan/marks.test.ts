import { describe, expect, it } from 'vitest';

import { zoo } from '../testing/index.ts';
import { recommendedLabels, selectorLabels } from './marks.ts';

describe('recommendedLabels', () => {
  it('has the operator, the installation, the component and the version', () => {
    expect(recommendedLabels(zoo, { component: 'operator', instance: 'berlin', version: '9' })).toEqual({
      'app.kubernetes.io/name': 'zoo',
      'app.kubernetes.io/instance': 'berlin',
      'app.kubernetes.io/component': 'operator',
      'app.kubernetes.io/part-of': 'zoo',
      'app.kubernetes.io/managed-by': 'cdk8s',
      'app.kubernetes.io/version': '9',
    });
  });

  it('shortens a version that is too long for a label value', () => {
    const labels = recommendedLabels(zoo, { component: 'operator', version: `${'a'.repeat(62)}--b` });
    expect(labels['app.kubernetes.io/version']).toBe('a'.repeat(62));
  });
});

describe('selectorLabels', () => {
  it('are the same for every version', () => {
    const selector = selectorLabels(zoo, { component: 'operator' });
    expect(selectorLabels({ ...zoo, version: '3.0.0' }, { component: 'operator', version: '4' })).toEqual(selector);
  });

  it('are a subset of the recommended labels', () => {
    const options = { component: 'operator', instance: 'berlin' };
    expect(recommendedLabels(zoo, options)).toMatchObject(selectorLabels(zoo, options));
  });
});
