import type { Construct } from 'constructs';

import { ownNamespace } from '../api-objects/index.ts';
import {
  addObjects,
  AdmissionPolicies,
  AggregatedRoles,
  applyPatches,
  checkTwice,
  faultsOf,
  Operator,
  OperatorMonitoring,
  planOf,
} from '../constructs/index.ts';
import type { Environment } from '../options/index.ts';
import { recommendedLabels } from '../plan/index.ts';
import { addGuard, checkGuardIsChosen, operatorProps } from './guard.ts';
import { type Installation, installationOf, type OperatorChartProps, OwnChart } from './props.ts';

/**
 * The operator, its namespace, its monitoring, its roles for people and its admission policies. Applied second. The `patches`
 * of the environment change any of these objects.
 */
export class OperatorChart extends OwnChart {
  readonly operator: Operator;

  constructor(scope: Construct, id: string, props: OperatorChartProps) {
    super(scope, id, props);
    const faults = faultsOf(this);
    const installation = installationOf(props, faults);
    const { declaration, environment, name } = installation;
    const recommended = recommendedLabels(declaration, { component: 'operator', instance: name });
    addObjects(this, ownNamespace(environment, recommended));
    this.operator = new Operator(this, 'operator', operatorProps(installation));
    checkGuardIsChosen(installation, this.operator.inUseName, faults);
    addGuard(this, installation, planOf(this.operator));
    addPolicies(this, installation, this.operator);
    if (environment.aggregatedRoles === true) addRoles(this, installation);
    if (environment.monitoring !== undefined) addMonitoring(this, installation, this.operator);
    checkTwice(this, environment.name);
    applyPatches(this, { patches: environment.patches ?? [], faults, at: 'environment.patches' });
  }
}

/** What is on every object of an environment. */
function marksOf({ labels, annotations }: Environment): Pick<Environment, 'labels' | 'annotations'> {
  return { ...(labels && { labels }), ...(annotations && { annotations }) };
}

/** Policies are cluster-scoped: who deploys an operator into namespaces only may often not create them. */
function addPolicies(scope: Construct, { environment, declaration }: Installation, operator: Operator): void {
  const { namespaces, policies: mode = namespaces === undefined ? 'enforce' : 'off' } = environment;
  if (mode === 'off') return;
  const { name, namespace } = operator;
  const limits = namespaces && { namespaces };
  const policies = { name, namespace, mode, declaration, ...limits, ...marksOf(environment) };
  new AdmissionPolicies(scope, 'admission-policies', policies);
}

function addRoles(scope: Construct, { environment, ...named }: Installation): void {
  new AggregatedRoles(scope, 'roles', { ...named, ...marksOf(environment) });
}

function addMonitoring(scope: Construct, { declaration, environment }: Installation, operator: Operator): void {
  const { monitoring, controllers, annotations, labels, metrics = {} } = environment;
  new OperatorMonitoring(scope, 'monitoring', {
    ...monitoring,
    ...{ name: operator.name, namespace: operator.namespace, metrics, declaration },
    ...(controllers && { controllers }),
    ...(labels && { commonLabels: labels }),
    ...(annotations && { annotations }),
  });
}
