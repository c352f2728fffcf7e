import { describe, expect, it } from 'vitest';

import { zoo } from '../testing/zoo.ts';
import { buildRecommendedLabels } from './metadata.ts';

describe('buildRecommendedLabels', () => {
  it('shortens a version that is too long for a label value', () => {
    const labels = buildRecommendedLabels(zoo, { component: 'operator', version: `${'a'.repeat(62)}--b` });
    expect(labels['app.kubernetes.io/version']).toBe('a'.repeat(62));
  });
});
