import { Counter, Gauge, type Registry } from 'prom-client';

import { type KubeObject, OperatorError } from '../../base/index.ts';
import type {
  ControllerDefinition,
  CounterDefinition,
  Counter as CounterHandle,
  MetricDefinition,
  ObjectGaugeDefinition,
} from '../../reconcile/index.ts';

/** Registers the counters of a controller and returns what its reconciles count with. Errors: `DECLARATION_INVALID`. */
export function registerCounters(
  registry: Registry,
  definition: Pick<ControllerDefinition, 'name' | 'metrics'>,
): Readonly<Record<string, CounterHandle>> {
  const counters = Object.entries(definition.metrics).filter((entry): entry is [string, CounterDefinition] =>
    isCounter(entry[1]),
  );
  return Object.fromEntries(counters.map(([name, counter]) => [name, handleOf(registry, definition.name, counter)]));
}

function handleOf(registry: Registry, controller: string, { name, help, labels }: CounterDefinition): CounterHandle {
  const counter = register(
    controller,
    name,
    () => new Counter({ name, help, labelNames: labels, registers: [registry] }),
  );
  const inc = (first?: number | Readonly<Record<string, string>>, by = 1): void => {
    if (typeof first === 'object') counter.inc(first, by);
    else counter.inc(first ?? 1);
  };
  return { inc };
}

/** Registers the gauges of a controller that have one sample per resource. Errors: `DECLARATION_INVALID`. */
export function registerObjectGauges(
  registry: Registry,
  { name: controller, metrics }: Pick<ControllerDefinition, 'name' | 'metrics'>,
  objects: () => readonly KubeObject[],
): void {
  const gauges = Object.values(metrics).filter((metric) => !isCounter(metric)) as ObjectGaugeDefinition<KubeObject>[];
  for (const { name, help, labels, value } of gauges) {
    const labelsOf = (object: KubeObject): Record<string, string> =>
      Object.fromEntries(Object.entries(labels).map(([label, textOf]) => [label, textOf(object)]));
    register(controller, name, () => {
      return new Gauge({
        name,
        help,
        labelNames: Object.keys(labels),
        registers: [registry],
        collect() {
          this.reset();
          for (const object of objects()) this.set(labelsOf(object), value(object));
        },
      });
    });
  }
}

function isCounter(metric: MetricDefinition): metric is CounterDefinition {
  return metric.type === 'counter';
}

function register<T>(controller: string, metric: string, make: () => T): T {
  try {
    return make();
  } catch (cause) {
    const hint = 'its name must be a metric name that nobody else has';
    throw new OperatorError('DECLARATION_INVALID', `register the metric ${metric} of ${controller}`, { hint, cause });
  }
}
