import type { OperatorDefinition } from '@kubewright/runtime';
import { systemClock } from '@kubewright/runtime/internal/base';

/** A metric as it is registered, without samples. */
export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram' | 'summary';
  readonly labels: readonly string[];
}

/** All metrics that a process of the operator registers: those of the runtime, of Node, and of its controllers. */
export async function collectMetricFamilies({
  controllers,
  webhooks = [],
  conversions = [],
}: Pick<OperatorDefinition, 'controllers' | 'webhooks' | 'conversions'>): Promise<readonly MetricFamily[]> {
  // Lazy: a program that only declares an operator need not load the metrics.
  const { createMetrics, registerCounters, registerObjectGauges } =
    await import('@kubewright/runtime/internal/manager/metrics');
  const metrics = createMetrics(systemClock);
  const { registry } = metrics;
  for (const controller of controllers) {
    metrics.forController(controller.name, { workers: 1 });
    registerCounters(registry, controller);
    registerObjectGauges(registry, controller, { objects: () => [], clock: systemClock });
  }
  if (webhooks.length + conversions.length > 0) metrics.forWebhooks();
  if (conversions.length > 0) metrics.forConversions();
  return registry.getMetricsAsArray().map(({ name, help, type, ...metric }) => ({
    name,
    help,
    type: type as unknown as MetricFamily['type'],
    // All metrics of prom-client have `labelNames`, though its types do not.
    labels: (metric as { labelNames?: readonly string[] }).labelNames ?? [],
  }));
}
