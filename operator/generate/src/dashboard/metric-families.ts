import type { OperatorDefinition } from '@kubewright/runtime';
import { systemClock } from '@kubewright/runtime/internal/base';

/** A registered metric without samples. */
export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram' | 'summary';
  readonly labels: readonly string[];
}

/**
 * Collects all metrics that a process of the operator registers: those of the runtime, of Node, and of its controllers.
 */
export async function collectMetricFamilies({
  controllers,
  webhooks = [],
  conversions = [],
}: Pick<OperatorDefinition, 'controllers' | 'webhooks' | 'conversions'>): Promise<readonly MetricFamily[]> {
  // Lazy, because a program that only declares an operator does not need the metrics.
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
    // All prom-client metrics have `labelNames`, though its types omit them.
    labels: (metric as { labelNames?: readonly string[] }).labelNames ?? [],
  }));
}
