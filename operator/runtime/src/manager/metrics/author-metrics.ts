import type { Gauge, Registry } from 'prom-client';

import { type Clock, type KubeObject, getMessage, OperatorError } from '../../base/index.ts';
import {
  type ControllerDefinition,
  type CounterDefinition,
  type Counter as CounterHandle,
  buildIdentityLabels,
  type MetricDefinition,
  type ObjectGaugeDefinition,
} from '../../reconcile/index.ts';
import { promClient } from './prom-client.ts';

/**
 * Registers the counters that a controller declares, and returns functions that increment them. Errors:
 * `DECLARATION_INVALID`.
 */
export function registerCounters(
  registry: Registry,
  definition: Pick<ControllerDefinition, 'name' | 'metrics'>,
): Readonly<Record<string, CounterHandle>> {
  const counters = Object.entries(definition.metrics).filter((entry): entry is [string, CounterDefinition] =>
    isCounter(entry[1]),
  );
  return Object.fromEntries(
    counters.map(([name, counter]) => [name, createHandle(registry, definition.name, counter)]),
  );
}

function createHandle(
  registry: Registry,
  controller: string,
  { name, help, labels }: CounterDefinition,
): CounterHandle {
  const counter = register(
    registry,
    { controller, name },
    () => new promClient.Counter({ name, help, labelNames: labels, registers: [registry] }),
  );
  const inc = (first?: number | Readonly<Record<string, string>>, by = 1): void => {
    if (typeof first === 'object') counter.inc(first, by);
    else counter.inc(first ?? 1);
  };
  return { inc };
}

/** The objects from which gauges are computed, and the clock that says when to yield. */
interface SampledObjects {
  readonly objects: () => readonly KubeObject[];
  readonly clock: Pick<Clock, 'yieldIfDue'>;
}

/** Registers the gauges that a controller declares, with one sample per object. Errors: `DECLARATION_INVALID`. */
export function registerObjectGauges(
  registry: Registry,
  { name: controller, api, metrics }: Pick<ControllerDefinition, 'name' | 'api' | 'metrics'>,
  { objects, clock }: SampledObjects,
): void {
  const gauges = Object.values(metrics).filter((metric) => !isCounter(metric)) as ObjectGaugeDefinition<KubeObject>[];
  for (const { name, help, labels, value } of gauges) {
    const all = [...buildIdentityLabels(api), ...Object.entries(labels)];
    const buildLabels = (object: KubeObject): Record<string, string> =>
      Object.fromEntries(all.map(([label, formatLabel]) => [label, formatLabel(object)]));
    register(registry, { controller, name }, () => {
      const gauge: Gauge = new promClient.Gauge({
        name,
        help,
        labelNames: all.map(([label]) => label),
        registers: [registry],
        collect: shareRun(async () => {
          gauge.reset();
          for (const object of objects()) {
            const due = clock.yieldIfDue();
            if (due !== undefined) await due;
            gauge.set(buildLabels(object), value(object));
          }
        }),
      });
      return gauge;
    });
  }
}

/** Makes concurrent calls share one run: two concurrent scrapes would remove samples from each other's result. */
function shareRun(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
}

function isCounter(metric: MetricDefinition): metric is CounterDefinition {
  return metric.type === 'counter';
}

interface Registered {
  readonly controller: string;
  readonly name: string;
}

function register<T>(registry: Registry, { controller, name }: Registered, make: () => T): T {
  const taken = registry.getSingleMetric(name) !== undefined;
  try {
    return make();
  } catch (cause) {
    const hint = taken
      ? 'the runtime or another controller has a metric with this name; choose another one'
      : getMessage(cause);
    throw new OperatorError('DECLARATION_INVALID', `register the metric ${name} of ${controller}`, { hint, cause });
  }
}
