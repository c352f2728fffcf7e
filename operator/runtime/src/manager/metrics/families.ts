import type { Counter, Gauge, Histogram, Registry } from 'prom-client';

import { promClient } from './prom-client.ts';

/** What every family of metrics has. */
export interface Family<L extends string> {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly L[];
}

/** Makes families of metrics in one registry, never in prom-client's global one. */
export interface Families {
  counter<L extends string>(family: Family<L>): Counter<L>;
  gauge<L extends string>(family: Family<L>): Gauge<L>;
  histogram<L extends string>(family: Family<L> & { readonly buckets: readonly number[] }): Histogram<L>;
}

export function familiesOf(registry: Registry): Families {
  const registers = [registry];
  return {
    counter: (family) => new promClient.Counter({ ...family, registers }),
    gauge: (family) => new promClient.Gauge({ ...family, registers }),
    histogram: (family) => new promClient.Histogram({ ...family, buckets: [...family.buckets], registers }),
  };
}
