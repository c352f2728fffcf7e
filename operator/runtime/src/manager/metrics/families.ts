import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

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
    counter: (family) => new Counter({ ...family, registers }),
    gauge: (family) => new Gauge({ ...family, registers }),
    histogram: (family) => new Histogram({ ...family, buckets: [...family.buckets], registers }),
  };
}
