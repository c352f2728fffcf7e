import { getAt, getGroup, getListAt, type PlainObject, getStringAt, formatTitle } from '@kubewright/declaration';
import { App, Chart } from 'cdk8s';

import { OperatorChart } from '../charts/operator.ts';
import { CustomResourceDefinitions } from '../constructs/index.ts';
import type { Environment } from '../options/index.ts';
import type { BundlePlan } from './plan.ts';

export interface DeployedObjects {
  readonly operator: readonly PlainObject[];
  /** The operator's Deployment, which `operator` also contains. */
  readonly deployment: PlainObject;
  /** The CRDs. OLM sets their conversion. */
  readonly crds: readonly PlainObject[];
}

export function synthDeployedObjects(plan: BundlePlan): DeployedObjects {
  const operator = synthOperatorObjects(plan);
  const deployment = operator.find(({ kind }) => kind === 'Deployment');
  if (!deployment) throw new Error('failed to build an OLM bundle: the chart of the operator has no Deployment');
  return { operator, deployment, crds: synthCrds(plan) };
}

/**
 * Limits the operator to namespaces if it supports that: OLM turns Roles into ClusterRoles for an OperatorGroup of all
 * namespaces.
 */
function synthOperatorObjects(plan: BundlePlan): readonly PlainObject[] {
  const { declaration, environment, options, canBeLimited } = plan;
  const { name } = options;
  const synthOperatorChart = (chosen: Environment): readonly PlainObject[] => {
    const props = { declaration, environment: chosen, ...(name && { name }) };
    return new OperatorChart(new App(), 'operator', props).toJson() as readonly PlainObject[];
  };
  if (!canBeLimited) return synthOperatorChart(environment);
  // Throws unless `createsEverywhere` accepts what the operator may create in all namespaces.
  if (plan.installModes.includes('AllNamespaces')) synthOperatorChart(environment);
  const { createsEverywhere: _, ...limited } = environment;
  return synthOperatorChart({ ...limited, namespaces: ['olm-target-namespace'] });
}

function synthCrds({ declaration }: BundlePlan): readonly PlainObject[] {
  const unconverted = { ...declaration, apis: declaration.apis.map(({ conversion: _, ...api }) => api) };
  const chart = new Chart(new App(), 'crds');
  new CustomResourceDefinitions(chart, 'definitions', { declaration: unconverted, keep: false, rollbackGuard: false });
  return chart.toJson() as readonly PlainObject[];
}

/**
 * The kinds of a bundle that OLM applies unchanged.
 *
 * @see https://olm.operatorframework.io/docs/tasks/creating-operator-bundle/
 */
const applied: Readonly<Record<string, readonly string[]>> = {
  '': ['ConfigMap', 'Secret', 'Service', 'ServiceAccount'],
  'monitoring.coreos.com': ['PrometheusRule', 'ServiceMonitor'],
  'networking.k8s.io': ['NetworkPolicy'],
  policy: ['PodDisruptionBudget'],
  'rbac.authorization.k8s.io': ['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'],
};

const isApplied = (object: PlainObject): boolean => (applied[getGroup(object)] ?? []).includes(object.kind);

/** Pure: the operator's objects in a bundle, besides its ClusterServiceVersion. */
export function listManifestObjects(deployed: DeployedObjects): readonly PlainObject[] {
  return deployed.operator.filter((object) => isApplied(object) && !isMadeByOlm(object, deployed)).map(removeNamespace);
}

/** Pure: the objects of the charts that the bundle lacks, with the reason. */
export function listLeftOut(deployed: DeployedObjects, { options, declaration }: BundlePlan): readonly string[] {
  const { operator } = deployed;
  const policies = options.environment.policies === 'off' ? [] : (declaration.policies ?? []);
  const conditional = listWebhooks(operator).filter(({ webhook }) => getListAt(webhook, 'matchConditions').length > 0);
  return [
    ...operator
      .filter((object) => !isApplied(object) && !isMadeByOlm(object, deployed))
      .map((object) => `${formatTitle(object)}: OLM does not support ${object.kind} objects in a bundle`),
    ...policies.map(({ name }) => `the admission policy ${name}: OLM does not support admission policies`),
    ...conditional.map(
      ({ webhook }) =>
        `the matchConditions that Kubewright adds to ${getStringAt(webhook, 'name') ?? ''}: OLM does not support them, so the webhook also gets the operator's own writes and objects that are being deleted`,
    ),
  ];
}

/** Pure: the webhooks of all configurations, each with its type in OLM. */
export function listWebhooks(
  objects: readonly PlainObject[],
): readonly { readonly type: string; readonly webhook: unknown }[] {
  const configurations = objects.filter(({ kind }) => kind.endsWith('WebhookConfiguration'));
  return configurations.flatMap((each) => {
    const type = each.kind.replace('WebhookConfiguration', 'AdmissionWebhook');
    return getListAt(each, 'webhooks').map((webhook) => ({ type, webhook }));
  });
}

/** Pure: whether a role is bound to the operator's ServiceAccount. */
export function isGranted(role: PlainObject, { operator, deployment }: DeployedObjects): boolean {
  return operator.some(
    (binding) =>
      getAt(binding, 'roleRef.kind') === role.kind &&
      getAt(binding, 'roleRef.name') === role.metadata.name &&
      isForOperator(binding, deployment),
  );
}

function isForOperator(binding: PlainObject, deployment: PlainObject): boolean {
  const name = getServiceAccountName(deployment);
  return getListAt(binding, 'subjects').some((subject) => getAt(subject, 'name') === name);
}

/** Pure: the name of the operator's ServiceAccount. */
export function getServiceAccountName(deployment: PlainObject): string {
  return getStringAt(deployment, 'spec.template.spec.serviceAccountName') ?? deployment.metadata.name;
}

/** Whether OLM creates the object itself, from the ClusterServiceVersion. */
function isMadeByOlm(object: PlainObject, deployed: DeployedObjects): boolean {
  const { kind, metadata } = object;
  const { operator, deployment } = deployed;
  if (/^(Cluster)?Role$/.test(kind)) return isGranted(object, deployed);
  if (/^(Cluster)?RoleBinding$/.test(kind)) return isForOperator(object, deployment);
  if (kind === 'ServiceAccount') return metadata.name === getServiceAccountName(deployment);
  if (kind !== 'Service') return /^Deployment$|WebhookConfiguration$/.test(kind);
  return listWebhooks(operator).some(({ webhook }) => getAt(webhook, 'clientConfig.service.name') === metadata.name);
}

/** Pure: removes the namespace, which the user chooses. */
export function removeNamespace(object: PlainObject): PlainObject {
  const { namespace: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}
