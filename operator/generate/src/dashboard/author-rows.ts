import { type ControllerDefinition, labelNames } from '@kubewright/runtime/internal/reconcile';
import type { RowPlan } from './plans.ts';

/** What the controllers of an operator count and show themselves: a panel each, under the name of the controller. */
export function authorRows(
  controllers: readonly Pick<ControllerDefinition, 'name' | 'api' | 'metrics'>[],
): readonly RowPlan[] {
  const withMetrics = controllers.filter(({ metrics }) => Object.keys(metrics).length > 0);
  return withMetrics.map(({ name, api, metrics }) => ({
    title: `Controller ${name}`,
    panels: Object.values(metrics).map((metric) => ({
      title: metric.name,
      unit: metric.type === 'counter' ? ('ops' as const) : ('short' as const),
      shows: [{ metric: metric.name, by: labelNames(api, metric) }],
    })),
  }));
}
