import type { Construct } from 'constructs';
import type { Environment } from '../options/index.ts';

import { Faults, keptAnnotations, recommendedLabels } from '../constructs/index.ts';
import { installationOf } from './installation.ts';
import { addNamespace } from './namespace.ts';
import { OwnChart } from './own-chart.ts';
import { chartProps, noEnvironment, operatorChartShape, type OperatorChartProps } from './props.ts';

/**
 * The namespaces of an environment in which its users' resources live: a unit of their own, so that whoever deletes the
 * operator does not delete them. Applied before the operator, whose Roles are in them. They are kept whatever prunes, unless
 * the environment prunes its CustomResourceDefinitions, too.
 */
export class NamespacesChart extends OwnChart {
  constructor(scope: Construct, id: string, props: OperatorChartProps) {
    super(scope, id, chartProps(props));
    const faults = new Faults(this);
    const checked = faults.checked<OperatorChartProps>(props, operatorChartShape, noEnvironment);
    const { declaration, environment, name } = installationOf(checked, faults);
    const recommended = recommendedLabels(declaration, { component: 'namespaces', instance: name });
    const labels = { ...environment.labels, ...recommended };
    const annotations = { ...environment.annotations, ...(environment.crds !== 'prune' && keptAnnotations) };
    for (const namespace of environment.createNamespaces ?? []) addNamespace(this, namespace, { labels, annotations });
  }
}

/** Whether the environment creates namespaces for its users. */
export function hasNamespaces({ createNamespaces = [] }: Environment): boolean {
  return createNamespaces.length > 0;
}
