import { isRecord } from '@kubewright/declaration';

import { at, groupOf, listAt, type PlainObject, textAt } from '../objects/index.ts';
import { canBeLimited } from './install-modes.ts';
import type { BundlePlan } from './plan.ts';

/** How OLM installs the operator. */
export interface InstallStrategy {
  readonly deployments: readonly StrategyDeployment[];
  /** In the namespaces that an OperatorGroup chooses, and in that of the operator. */
  readonly permissions?: readonly StrategyPermissions[];
  /** In the whole cluster. */
  readonly clusterPermissions?: readonly StrategyPermissions[];
}

export interface StrategyDeployment {
  readonly name: string;
  readonly label: Readonly<Record<string, string>>;
  readonly spec: unknown;
}

export interface StrategyPermissions {
  readonly serviceAccountName: string;
  readonly rules: readonly unknown[];
}

/** Pure: the install strategy of the objects that the charts deploy, whose Deployment it has as it is. */
export function installStrategy(objects: readonly PlainObject[], plan: BundlePlan): InstallStrategy {
  const deployment = deploymentIn(objects);
  const serviceAccountName = textAt(deployment, 'spec.template.spec.serviceAccountName') ?? deployment.metadata.name;
  const granted = (kind: string): readonly StrategyPermissions[] => {
    const rules = grantedRules(objects, kind, serviceAccountName);
    return rules.length === 0 ? [] : [{ serviceAccountName, rules }];
  };
  const permissions = granted('Role');
  const clusterPermissions = granted('ClusterRole');
  const { labels = {} } = deployment.metadata;
  return {
    deployments: [{ name: deployment.metadata.name, label: labels, spec: deploymentSpec(deployment, plan) }],
    ...(permissions.length > 0 && { permissions }),
    ...(clusterPermissions.length > 0 && { clusterPermissions }),
  };
}

/** The Deployment of the operator. */
export function deploymentIn(objects: readonly PlainObject[]): PlainObject {
  const found = objects.find(({ kind, apiVersion }) => kind === 'Deployment' && groupOf({ apiVersion }) === 'apps');
  if (found === undefined) throw new Error('failed to make an OLM bundle: the chart of the operator has no Deployment');
  return found;
}

/** The rules of the roles of this kind that are bound to the ServiceAccount, each once. */
function grantedRules(objects: readonly PlainObject[], kind: string, serviceAccount: string): readonly unknown[] {
  const names = objects
    .filter((object) => isBinding(object) && at(object, 'roleRef.kind') === kind)
    .filter((binding) => listAt(binding, 'subjects').some((subject) => textAt(subject, 'name') === serviceAccount))
    .map((binding) => textAt(binding, 'roleRef.name'));
  const rules = objects
    .filter((object) => object.kind === kind && names.includes(object.metadata.name))
    .flatMap((role) => listAt(role, 'rules'));
  return [...new Map(rules.map((rule) => [JSON.stringify(rule), rule])).values()];
}

/** Whether the object binds a role. */
export function isBinding({ kind }: PlainObject): boolean {
  return kind === 'RoleBinding' || kind === 'ClusterRoleBinding';
}

/** The spec, with the namespaces from where OLM writes those of the OperatorGroup. */
function deploymentSpec({ spec }: PlainObject, { installModes }: BundlePlan): unknown {
  if (!canBeLimited(installModes)) return spec;
  return withContainers(spec, (container) => ({
    ...container,
    env: listAt(container, 'env').map((variable) =>
      textAt(variable, 'name') === 'WATCH_NAMESPACE' ? watchNamespace : variable,
    ),
  }));
}

/** Empty if the OperatorGroup chooses all. */
const watchNamespace = {
  name: 'WATCH_NAMESPACE',
  valueFrom: { fieldRef: { fieldPath: "metadata.annotations['olm.targetNamespaces']" } },
};

type Fields = Readonly<Record<string, unknown>>;

function withContainers(spec: unknown, change: (container: Fields) => Fields): unknown {
  const template = fields(at(spec, 'template'));
  const pod = fields(at(template, 'spec'));
  const containers = listAt(pod, 'containers').map((container) => change(fields(container)));
  return { ...fields(spec), template: { ...template, spec: { ...pod, containers } } };
}

function fields(value: unknown): Fields {
  return isRecord(value) ? value : {};
}
