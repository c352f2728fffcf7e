import type * as whole from 'prom-client';
import type { Counter, Gauge, Histogram, Registry } from 'prom-client';
import bucketGenerators from 'prom-client/lib/bucketGenerators.js';
import counter from 'prom-client/lib/counter.js';
import gauge from 'prom-client/lib/gauge.js';
import histogram from 'prom-client/lib/histogram.js';
import gc from 'prom-client/lib/metrics/gc.js';
import heapSizeAndUsed from 'prom-client/lib/metrics/heapSizeAndUsed.js';
import heapSpacesSizeAndUsed from 'prom-client/lib/metrics/heapSpacesSizeAndUsed.js';
import osMemoryHeap from 'prom-client/lib/metrics/osMemoryHeap.js';
import processCpuTotal from 'prom-client/lib/metrics/processCpuTotal.js';
import processHandles from 'prom-client/lib/metrics/processHandles.js';
import processMaxFileDescriptors from 'prom-client/lib/metrics/processMaxFileDescriptors.js';
import processOpenFileDescriptors from 'prom-client/lib/metrics/processOpenFileDescriptors.js';
import processRequests from 'prom-client/lib/metrics/processRequests.js';
import processResources from 'prom-client/lib/metrics/processResources.js';
import processStartTime from 'prom-client/lib/metrics/processStartTime.js';
import version from 'prom-client/lib/metrics/version.js';
import registry from 'prom-client/lib/registry.js';

/**
 * The parts of prom-client that are used here. The whole package also loads clusters and push gateways, which takes 4
 * MB in every process.
 */
export const promClient: Pick<typeof whole, 'Counter' | 'Gauge' | 'Histogram' | 'Registry' | 'exponentialBuckets'> = {
  Counter: counter,
  Gauge: gauge,
  Histogram: histogram,
  Registry: registry,
  exponentialBuckets: bucketGenerators.exponentialBuckets,
};

const ofProcess = [
  gc,
  heapSizeAndUsed,
  heapSpacesSizeAndUsed,
  osMemoryHeap,
  processCpuTotal,
  processHandles,
  processMaxFileDescriptors,
  processOpenFileDescriptors,
  processRequests,
  processResources,
  processStartTime,
  version,
];

/** Adds prom-client's default metrics of the process and of Node.js, except the delay of the event loop. */
export function collectProcessMetrics(into: whole.Registry): void {
  for (const collect of ofProcess) collect(into);
}

/** Options that all types of metrics have. */
interface Family<L extends string> {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly L[];
}

/** Creates metrics in one registry, never in prom-client's global one. */
export interface Families {
  counter<L extends string>(family: Family<L>): Counter<L>;
  gauge<L extends string>(family: Family<L>): Gauge<L>;
  histogram<L extends string>(family: Family<L> & { readonly buckets: readonly number[] }): Histogram<L>;
}

export function createFamilies(registry: Registry): Families {
  const registers = [registry];
  return {
    counter: (family) => new promClient.Counter({ ...family, registers }),
    gauge: (family) => new promClient.Gauge({ ...family, registers }),
    histogram: (family) => new promClient.Histogram({ ...family, buckets: [...family.buckets], registers }),
  };
}
