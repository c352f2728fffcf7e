import { invalid, spoke, conversionError } from '@kubewright/runtime';

import { CafeV1 } from './cafe-v1.ts';
import { CafeV2 } from './cafe-v2.ts';
import { parseMinutes, formatOpenFor } from './open-for.ts';

const dayMinutes = 24 * 60;

/**
 * v1 beside the hub. Neither function mentions what the other version has no place for: `waiter` and `terrace` travel in
 * an annotation, as does "150m", which comes back as "2h30m" otherwise. The status is the same in both.
 */
export const fromV1 = spoke(CafeV1, {
  hub: CafeV2,
  toHub({ spec, status }) {
    const { openFor, guests: seats } = spec;
    const openMinutes = parseMinutes(openFor);
    if (openMinutes > dayMinutes) throw conversionError(invalid('spec.openFor', openFor, 'a day has 24h'));
    return { spec: { openMinutes, seats }, status };
  },
  fromHub: ({ spec, status }) => ({ spec: { openFor: formatOpenFor(spec.openMinutes), guests: spec.seats }, status }),
});
