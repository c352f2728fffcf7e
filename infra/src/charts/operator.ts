import type { Construct } from 'constructs';
import type { Environment } from '../options/index.ts';

import {
  AggregatedRoles,
  applyPatches,
  checkTwice,
  Faults,
  Operator,
  OperatorMonitoring,
  recommendedLabels,
} from '../constructs/index.ts';
import { type Installation, installationOf } from './installation.ts';
import { addOwnNamespace } from './namespace.ts';
import { addPolicies } from './policies.ts';
import { addGuard, checkGuardIsChosen } from './removal-guard.ts';
import { OwnChart } from './own-chart.ts';
import { chartProps, noEnvironment, operatorChartShape, type OperatorChartProps } from './props.ts';

/**
 * The operator, its namespace, its monitoring, its roles for people and its admission policies. Applied second. The `patches`
 * of the environment change any of these objects.
 */
export class OperatorChart extends OwnChart {
  readonly operator: Operator;

  constructor(scope: Construct, id: string, props: OperatorChartProps) {
    super(scope, id, chartProps(props));
    const faults = new Faults(this);
    const checked = faults.checked<OperatorChartProps>(props, operatorChartShape, noEnvironment);
    const installation = installationOf(checked, faults);
    const { declaration, environment, name } = installation;
    const recommended = recommendedLabels(declaration, { component: 'operator', instance: name });
    addOwnNamespace(this, environment, { ...environment.labels, ...recommended });
    this.operator = new Operator(this, 'operator', {
      ...installation,
      environment: withoutPatches(environment),
      removalGuard: environment.removalGuard ?? true,
    });
    checkGuardIsChosen(installation, this.operator, faults);
    addGuard(this, installation, this.operator);
    addPolicies(this, installation, this.operator);
    if (environment.aggregatedRoles === true) addRoles(this, installation);
    if (environment.monitoring !== undefined) addMonitoring(this, installation, this.operator);
    checkTwice(this, environment.name);
    applyPatches(this, { patches: environment.patches ?? [], faults, at: 'environment.patches' });
  }
}

/** They are for all objects of the chart, and applied once. */
function withoutPatches({ patches: _, ...environment }: Environment): Environment {
  return environment;
}

function addRoles(scope: Construct, { environment, ...named }: Installation): void {
  const { labels = {}, annotations = {} } = environment;
  new AggregatedRoles(scope, 'roles', { ...named, labels, annotations });
}

function addMonitoring(scope: Construct, { declaration, environment }: Installation, operator: Operator): void {
  const { monitoring, controllers, annotations, metrics = {} } = environment;
  new OperatorMonitoring(scope, 'monitoring', {
    ...monitoring,
    namespace: operator.namespace,
    name: operator.name,
    ...(controllers && { controllers }),
    ...(annotations && { annotations }),
    metrics,
    declaration,
  });
}
