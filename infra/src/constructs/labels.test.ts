import { describe, expect, it } from 'vitest';

import { zoo } from '../testing/index.ts';
import { recommendedLabels, selectorLabels } from './labels.ts';

describe('recommendedLabels', () => {
  it('names the operator, the installation, the component and the version', () => {
    expect(recommendedLabels(zoo, { component: 'operator', instance: 'berlin', version: '9' })).toEqual({
      'app.kubernetes.io/name': 'zoo',
      'app.kubernetes.io/instance': 'berlin',
      'app.kubernetes.io/component': 'operator',
      'app.kubernetes.io/part-of': 'zoo',
      'app.kubernetes.io/managed-by': 'cdk8s',
      'app.kubernetes.io/version': '9',
    });
  });

  it('makes a label value of a version that is too long for one', () => {
    const labels = recommendedLabels(zoo, { component: 'operator', version: `${'a'.repeat(62)}--b` });
    expect(labels['app.kubernetes.io/version']).toBe('a'.repeat(62));
  });
});

describe('selectorLabels', () => {
  it('does not depend on the version', () => {
    const selector = selectorLabels(zoo, { component: 'operator' });
    expect(selectorLabels({ ...zoo, version: '3.0.0' }, { component: 'operator', version: '4' })).toEqual(selector);
  });

  it('is part of the labels', () => {
    const options = { component: 'operator', instance: 'berlin' };
    expect(recommendedLabels(zoo, options)).toMatchObject(selectorLabels(zoo, options));
  });
});
