import { getAt, isRecord, type PlainObject } from '@kubewright/declaration';
import { ApiObject, App, type Chart } from 'cdk8s';

import { CrdsChart, hasNamespaces, NamespacesChart } from '../charts/cluster.ts';
import { OperatorChart } from '../charts/operator.ts';
import { listClusterScopedResources, type OperatorDeclaration } from '../declaration/index.ts';
import type { Environment } from '../options/index.ts';
import { deployed, retainedAnnotations } from '../plan/index.ts';
import { readYaml } from '../yaml/read-yaml.ts';
import { formerSwitches, renamedValues } from './values.ts';

/** Placeholders in objects, which the templates replace. The texts occur nowhere else in an object. */
const placeholders = {
  namePlaceholder: 'name-of-the-installation',
  namespacePlaceholder: 'namespace-of-the-release',
  runbooksPlaceholder: 'https://folder-of-runbooks.invalid',
};

/** Values that Helm alone merges with their defaults. The templates add a default only if such a value is missing. */
const whole = ['podSecurityContext', 'securityContext'];

/**
 * The data that templates read besides the declaration and the values: defaults, the parts of objects that are the same
 * in every release, and names. The constructs build these parts.
 *
 * Throws with all errors of the declaration.
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

function synthPlaceholderObjects(declaration: OperatorDeclaration): readonly PlainObject[] {
  const { namePlaceholder: name, namespacePlaceholder: namespace, runbooksPlaceholder: runbooks } = placeholders;
  const environment = {
    ...{ name: 'chart', namespace, image: { repository: 'placeholder.invalid/image' } },
    ...{ metrics: { plain: true }, monitoring: { runbooks } },
  };
  const { errors, objects } = synthInstallation(addRequiredSettings(declaration), { environment, name });
  if (errors.length > 0) throw new Error(`failed to build the chart of ${declaration.name}: ${errors.join('; ')}`);
  return objects as readonly PlainObject[];
}

/** Adds the settings that synth requires for another name, or for a selection of controllers, if the operator does not declare them. */
function addRequiredSettings(declaration: OperatorDeclaration): OperatorDeclaration {
  const known = declaration.settings.map(({ env }) => env);
  const needed = ['LEASE_NAME', 'WEBHOOK_NAME', 'IN_USE_NAME', 'CONTROLLERS'].filter((env) => !known.includes(env));
  const settings = needed.map((env, index) => ({ name: `needed${index}`, env, type: 'string' as const }));
  return { ...declaration, settings: [...declaration.settings, ...settings] };
}

/** Omits labels: null in the values removes a label, which a default would add again. */
function pickDefaults(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(values).filter(([key, value]) => value !== null && key !== 'labels');
  return Object.fromEntries(entries.map(([key, value]) => [key, isRecord(value) ? pickDefaults(value) : value]));
}

/** The PrometheusRules by name. A rule with the name of a controller exists only if that controller runs. */
function collectAlerts(objects: readonly PlainObject[], { controllers }: OperatorDeclaration): readonly object[] {
  const rules = objects.filter(({ kind }) => kind === 'PrometheusRule');
  return rules.map((rule) => {
    const name = rule.metadata.name.slice(placeholders.namePlaceholder.length + 1);
    const isOfController = controllers.some((each) => each.name === name);
    return { name, ...(isOfController && { controllers: [name] }), groups: getAt(rule, 'spec.groups') };
  });
}

/** Conditions, variables and validations of the policy, without its match constraints. */
function pickRemovalGuard(objects: readonly PlainObject[]): object {
  const name = `${placeholders.namePlaceholder}-removal`;
  const policy = objects.find(({ kind, metadata }) => kind === 'ValidatingAdmissionPolicy' && metadata.name === name);
  return Object.fromEntries(
    ['matchConditions', 'variables', 'validations'].map((field) => [field, getAt(policy, `spec.${field}`)]),
  );
}

/** The name and the options of an installation. */
export interface Installation {
  /** The environment; a chart deploys neither its namespace, nor the pet store, nor the samples. */
  readonly environment: Environment;
  /** Name of the Deployment, and prefix of most other names. */
  readonly name: string;
}

/** The synthesized objects of an environment. */
export interface SynthResult {
  /** If the synth has errors, `objects` is empty. */
  readonly errors: readonly string[];
  readonly objects: readonly object[];
}

/**
 * The objects of all charts of an environment, without the operator's namespace, which is that of the release. Labels
 * them as managed by Helm.
 */
export function synthInstallation(declaration: OperatorDeclaration, { environment, name }: Installation): SynthResult {
  const app = new App();
  const props = { declaration, name, environment: { ...environment, ownNamespace: { create: false } } };
  if (environment.crds !== 'skip') new CrdsChart(app, 'crds', props);
  if (hasNamespaces(environment)) new NamespacesChart(app, 'namespaces', props);
  new OperatorChart(app, 'operator', props);
  const errors = [...new Set(app.node.findAll().flatMap((each) => each.node.validate()))];
  return { errors, objects: errors.length > 0 ? [] : app.charts.flatMap(listManagedObjects) };
}

function listManagedObjects(chart: Chart): object[] {
  const objects = chart.node.findAll().filter((each): each is ApiObject => ApiObject.isApiObject(each));
  return objects.map((each) => setManagedByHelm(each.toJson()) as object);
}

/** Sets the managed-by label wherever it occurs. */
function setManagedByHelm(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(setManagedByHelm);
  if (!isRecord(value)) return value;
  const replaceLabel = (key: string, each: unknown): unknown =>
    key === 'app.kubernetes.io/managed-by' ? 'Helm' : setManagedByHelm(each);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replaceLabel(key, each)]));
}
