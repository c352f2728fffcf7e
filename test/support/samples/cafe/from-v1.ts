import { invalid, spoke, conversionError } from '@kubewright/runtime';

import { cafeStatus } from './cafe-status.ts';
import { CafeV1 } from './cafe-v1.ts';
import { CafeV2 } from './cafe-v2.ts';
import { parseMinutes, formatOpenFor } from './open-for.ts';

const dayMinutes = 24 * 60;

/**
 * v1 as a spoke. Neither function mentions the fields that the other version lacks: an annotation retains `waiter` and
 * `terrace`, and the spelling "150m", which would otherwise return as "2h30m". The runtime copies the status.
 */
export const fromV1 = spoke(CafeV1, {
  hub: CafeV2,
  shared: { status: cafeStatus },
  toHub({ spec }) {
    const { openFor, guests: seats } = spec;
    const openMinutes = parseMinutes(openFor);
    if (openMinutes > dayMinutes) throw conversionError(invalid('spec.openFor', openFor, 'a day has 24h'));
    return { spec: { openMinutes, seats } };
  },
  fromHub: ({ spec }) => ({ spec: { openFor: formatOpenFor(spec.openMinutes), guests: spec.seats } }),
});
