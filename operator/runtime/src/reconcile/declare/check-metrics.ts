import type { Api } from '../../api/index.ts';
import { OperatorError } from '../../base/index.ts';
import { labelNames, type MetricDefinition, type MetricDefinitions } from './metric-definitions.ts';

/** Errors: `DECLARATION_INVALID` for metrics of a controller that cannot stand beside each other. */
export function checkMetrics(controller: string, api: Api, metrics: MetricDefinitions): void {
  const names = Object.values(metrics).map(({ name }) => name);
  const hints = Object.entries(metrics).map(([property, metric], index) =>
    names.indexOf(metric.name) < index
      ? `metrics.${property}: ${metric.name} is there already; choose another name`
      : problemOfIdentity(api, property, metric),
  );
  const hint = hints.find((each) => each !== undefined);
  if (hint !== undefined)
    throw new OperatorError('DECLARATION_INVALID', `define the controller ${controller}`, { hint });
}

function problemOfIdentity(api: Api, property: string, metric: MetricDefinition): string | undefined {
  if (metric.type === 'counter') return undefined;
  const labels = labelNames(api, metric);
  const twice = labels.find((label, index) => labels.indexOf(label) < index);
  if (twice === undefined) return undefined;
  return `metrics.${property}: each sample has the label ${twice} anyway, to tell the resource: leave it out of labels`;
}
