import { Construct } from 'constructs';

import { buildOwnNamespace } from '../api-objects/namespaces.ts';
import { buildRemovalGuard } from '../api-objects/removal-guard.ts';
import {
  addObjects,
  AdmissionPolicies,
  AggregatedRoles,
  applyPatches,
  rejectDuplicateObjects,
  Operator,
  OperatorMonitoring,
  getOperatorPlan,
} from '../constructs/index.ts';
import type { Environment, OperatorProps } from '../options/index.ts';
import { OptionErrors, mergeProps, type OperatorPlan, planOperator, buildRecommendedLabels } from '../plan/index.ts';
import {
  collectChartErrors,
  type Installation,
  validateInstallation,
  type OperatorChartProps,
  OwnChart,
} from './props.ts';

/**
 * The operator, its namespace, monitoring, aggregated roles and admission policies. Apply it after `CrdsChart`. The
 * `patches` of the environment can change any of these objects.
 */
export class OperatorChart extends OwnChart {
  readonly operator: Operator;

  constructor(scope: Construct, id: string, props: OperatorChartProps) {
    super(scope, id, props);
    const errors = collectChartErrors(this, props);
    const installation = validateInstallation(props, errors);
    const { declaration, environment, name } = installation;
    const recommended = buildRecommendedLabels(declaration, { component: 'operator', instance: name });
    addObjects(this, buildOwnNamespace(environment, recommended));
    this.operator = new Operator(this, 'operator', buildOperatorProps(installation));
    checkGuardIsChosen(installation, this.operator.inUseName, errors);
    addGuard(this, installation, getOperatorPlan(this.operator));
    addPolicies(this, installation, this.operator);
    if (environment.aggregatedRoles === true) addRoles(this, installation);
    if (environment.monitoring !== undefined) addMonitoring(this, installation, this.operator);
    rejectDuplicateObjects(this, environment.name);
    applyPatches(this, { patches: environment.patches ?? [], errors, at: 'environment.patches' });
  }
}

export function pickMetadata({ labels, annotations }: Environment): Pick<Environment, 'labels' | 'annotations'> {
  return { ...(labels && { labels }), ...(annotations && { annotations }) };
}

/**
 * Off by default with `namespaces`: policies are cluster-scoped, and users who deploy only into namespaces often may
 * not create them.
 */
function addPolicies(scope: Construct, { environment, declaration }: Installation, operator: Operator): void {
  const { namespaces, policies: mode = namespaces === undefined ? 'enforce' : 'off' } = environment;
  if (mode === 'off') return;
  const { name, namespace } = operator;
  const limits = namespaces && { namespaces };
  const policies = { name, namespace, mode, declaration, ...limits, ...pickMetadata(environment) };
  new AdmissionPolicies(scope, 'admission-policies', policies);
}

function addRoles(scope: Construct, { environment, ...named }: Installation): void {
  new AggregatedRoles(scope, 'roles', { ...named, ...pickMetadata(environment) });
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

/** Pure: props of the installation's `Operator`, without the patches, which apply to all objects of the chart. */
function buildOperatorProps({ environment: { patches: _, ...environment }, ...named }: Installation): OperatorProps {
  return { ...named, environment, removalGuard: environment.removalGuard ?? true };
}

/**
 * Adds the guard of an installation, unless its environment disables it, the operator sets no finalizers, or another
 * chart of the app has it. So an installation has one guard in the app: in the chart of the CRDs if that chart has the
 * environment, else in the operator's.
 */
export function addGuard(
  chart: Construct,
  installation: Installation,
  operator = planInstallation(installation),
): void {
  const { environment } = installation;
  if (environment.removalGuard === false || operator.inUseName === undefined) return;
  // The id contains the environment's name, because environments for different clusters may have equal installations.
  const id = ['removal-guard', environment.name, operator.namespace, operator.name].join('.');
  if (chart.node.root.node.findAll().some(({ node }) => node.id === id)) return;
  const keep = environment.crds !== 'prune';
  addObjects(new Construct(chart, id), buildRemovalGuard(operator, { ...pickMetadata(environment), keep }));
}

/** Plans the installation and ignores its errors, because `Operator` reports the same ones. */
function planInstallation(installation: Installation): OperatorPlan {
  const errors = new OptionErrors();
  return planOperator(mergeProps(buildOperatorProps(installation), errors), { chartNamespace: undefined, errors });
}

/** Requires a decision from users who deploy only into named namespaces: they often may not create the guard. */
function checkGuardIsChosen({ environment }: Installation, inUseName: string | undefined, errors: OptionErrors): void {
  const { crds, namespaces, removalGuard: chosen } = environment;
  if (crds !== 'skip' || namespaces === undefined || chosen !== undefined || inUseName === undefined) return;
  errors.add(
    'removalGuard must be true or false if namespaces is set and crds is skip: true creates a ' +
      'ValidatingAdmissionPolicy, which is cluster-scoped; false allows a deletion of the operator while custom ' +
      'resources need it to remove their finalizers',
  );
}
