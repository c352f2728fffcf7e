import { describe, expect, it } from 'vitest';

import { isPreferred } from './version-priority.ts';

describe('the order of versions', () => {
  const ordered = ['v11', 'v2', 'v1', 'v3beta2', 'v3beta1', 'v1beta1', 'v12alpha1', 'v1alpha10', 'v1alpha2'];

  it('is that of Kubernetes', () => {
    for (const [index, version] of ordered.entries())
      for (const [place, other] of ordered.entries()) expect(isPreferred(version, other)).toBe(index < place);
  });
});
