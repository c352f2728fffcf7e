import { getAt, isRecord, type PlainObject } from '@kubewright/declaration';
import { ApiObject, App, type Chart } from 'cdk8s';

import { CrdsChart, hasNamespaces, NamespacesChart, OperatorChart } from '../charts/index.ts';
import { listClusterScopedResources, type OperatorDeclaration } from '../declaration/index.ts';
import type { Environment } from '../options/index.ts';
import { deployed, retainedAnnotations } from '../plan/index.ts';
import { readYaml } from '../yaml/read-yaml.ts';
import { formerSwitches, renamedValues } from './values.ts';

/** Texts that the templates replace. Nothing else in an object has them. */
const placeholders = {
  namePlaceholder: 'name-of-the-installation',
  namespacePlaceholder: 'namespace-of-the-release',
  runbooksPlaceholder: 'https://folder-of-runbooks.invalid',
};

/** Values that are given as a whole: only Helm merges them. */
const whole = ['podSecurityContext', 'securityContext'];

/**
 * What the templates read besides the declaration and the values: defaults, the parts of objects that are the same in every
 * release, and names. The constructs make these parts.
 *
 * Throws with everything that is wrong with the declaration.
 */
export function buildChartData(declaration: OperatorDeclaration, values: string): object {
  const objects = synthPlaceholderObjects(declaration);
  const [defaults] = readYaml([values]) as [Readonly<Record<string, unknown>>];
  const isWhole = ([key]: readonly [string, unknown]): boolean => whole.includes(key);
  return {
    ...placeholders,
    defaults: pickDefaults(Object.fromEntries(Object.entries(defaults).filter((each) => !isWhole(each)))),
    wholeDefaults: Object.fromEntries(Object.entries(defaults).filter(isWhole)),
    renamed: renamedValues,
    switches: formerSwitches,
    keptAnnotations: retainedAnnotations,
    clusterScoped: [...listClusterScopedResources(declaration)],
    deployed,
    taken: Object.fromEntries(
      declaration.settings.map(({ env, name }) => [env, deployed[env] ?? `use settings.${name}`]),
    ),
    alerts: collectAlerts(objects, declaration),
    rollbackGuard: objects
      .filter(({ metadata }) => metadata.name === `${declaration.name}-crd-rollback`)
      .map(({ kind, spec }) => ({ kind, spec })),
    removalGuard: pickRemovalGuard(objects),
  };
}

/** The objects of an installation with placeholders. */
function synthPlaceholderObjects(declaration: OperatorDeclaration): readonly PlainObject[] {
  const { namePlaceholder: name, namespacePlaceholder: namespace, runbooksPlaceholder: runbooks } = placeholders;
  const environment = {
    ...{ name: 'chart', namespace, image: { repository: 'placeholder.invalid/image' } },
    ...{ metrics: { plain: true }, monitoring: { runbooks } },
  };
  const { errors, objects } = synthInstallation(addRequiredSettings(declaration), { environment, name });
  if (errors.length > 0) throw new Error(`failed to make the chart of ${declaration.name}: ${errors.join('; ')}`);
  return objects as readonly PlainObject[];
}

/** An operator that declares no setting for a name has a chart, too: its releases keep the operator's name. */
function addRequiredSettings(declaration: OperatorDeclaration): OperatorDeclaration {
  const known = declaration.settings.map(({ env }) => env);
  const needed = ['LEASE_NAME', 'WEBHOOK_NAME', 'IN_USE_NAME', 'CONTROLLERS'].filter((env) => !known.includes(env));
  const settings = needed.map((env, index) => ({ name: `needed${index}`, env, type: 'string' as const }));
  return { ...declaration, settings: [...declaration.settings, ...settings] };
}

/** Without labels, too: one that is missing in the end was removed with null. */
function pickDefaults(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(values).filter(([key, value]) => value !== null && key !== 'labels');
  return Object.fromEntries(entries.map(([key, value]) => [key, isRecord(value) ? pickDefaults(value) : value]));
}

/** The PrometheusRules. That of a controller has its name, and is there if the controller runs. */
function collectAlerts(objects: readonly PlainObject[], { controllers }: OperatorDeclaration): readonly object[] {
  const rules = objects.filter(({ kind }) => kind === 'PrometheusRule');
  return rules.map((rule) => {
    const name = rule.metadata.name.slice(placeholders.namePlaceholder.length + 1);
    const isOfController = controllers.some((each) => each.name === name);
    return { name, ...(isOfController && { controllers: [name] }), groups: getAt(rule, 'spec.groups') };
  });
}

/** What the policy says, without what it matches. */
function pickRemovalGuard(objects: readonly PlainObject[]): object {
  const name = `${placeholders.namePlaceholder}-removal`;
  const policy = objects.find(({ kind, metadata }) => kind === 'ValidatingAdmissionPolicy' && metadata.name === name);
  return Object.fromEntries(
    ['matchConditions', 'variables', 'validations'].map((field) => [field, getAt(policy, `spec.${field}`)]),
  );
}

/** How an installation is named, and its options. */
export interface Installation {
  /** Its namespace is that of the release. Its own namespace, pet store and samples are in no release. */
  readonly environment: Environment;
  /** Name of the Deployment; the names of most other objects begin with it. */
  readonly name: string;
}

/** What the constructs make of an environment. */
export interface SynthResult {
  /** What is wrong with it. Then it has no objects. */
  readonly errors: readonly string[];
  readonly objects: readonly object[];
}

/**
 * The objects of an environment: those of all its charts, but for the namespace of the operator, which is that of the release.
 * Helm says that it manages them.
 */
export function synthInstallation(declaration: OperatorDeclaration, { environment, name }: Installation): SynthResult {
  const app = new App();
  const props = { declaration, name, environment: { ...environment, ownNamespace: { create: false } } };
  if (environment.crds !== 'skip') new CrdsChart(app, 'crds', props);
  if (hasNamespaces(environment)) new NamespacesChart(app, 'namespaces', props);
  new OperatorChart(app, 'operator', props);
  const faults = [...new Set(app.node.findAll().flatMap((each) => each.node.validate()))];
  return { errors: faults, objects: faults.length > 0 ? [] : app.charts.flatMap(listManagedObjects) };
}

function listManagedObjects(chart: Chart): object[] {
  const objects = chart.node.findAll().filter((each): each is ApiObject => ApiObject.isApiObject(each));
  return objects.map((each) => setManagedByHelm(each.toJson()) as object);
}

/** Who manages an object, wherever a label says it. */
function setManagedByHelm(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(setManagedByHelm);
  if (!isRecord(value)) return value;
  const replaceLabel = (key: string, each: unknown): unknown =>
    key === 'app.kubernetes.io/managed-by' ? 'Helm' : setManagedByHelm(each);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replaceLabel(key, each)]));
}
