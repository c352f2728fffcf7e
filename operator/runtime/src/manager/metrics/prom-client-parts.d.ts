declare module 'prom-client/lib/bucketGenerators.js' {
  import type { exponentialBuckets } from 'prom-client';
  const all: { exponentialBuckets: typeof exponentialBuckets };
  export = all;
}

declare module 'prom-client/lib/counter.js' {
  import type { Counter } from 'prom-client';
  const whole: typeof Counter;
  export = whole;
}

declare module 'prom-client/lib/gauge.js' {
  import type { Gauge } from 'prom-client';
  const whole: typeof Gauge;
  export = whole;
}

declare module 'prom-client/lib/histogram.js' {
  import type { Histogram } from 'prom-client';
  const whole: typeof Histogram;
  export = whole;
}

declare module 'prom-client/lib/metrics/*.js' {
  import type { Registry } from 'prom-client';
  function collect(registry: Registry): void;
  export = collect;
}

declare module 'prom-client/lib/registry.js' {
  import type { Registry } from 'prom-client';
  const whole: typeof Registry;
  export = whole;
}
