import { ApiObject, App, type Chart } from 'cdk8s';
import { isRecord } from '@kubewright/declaration';

import { CrdsChart, hasNamespaces, NamespacesChart, OperatorChart } from '../charts/index.ts';
import type { OperatorDeclaration } from '../declaration/index.ts';
import type { Environment } from '../options/index.ts';

/** How an installation is named, and its options. */
export interface Installation {
  /** Its namespace is that of the release. Its own namespace, pet store and samples are in no release. */
  readonly environment: Environment;
  /** Name of the Deployment; the names of most other objects begin with it. */
  readonly name: string;
}

/** What the constructs make of an environment. */
export interface Synthesized {
  /** What is wrong with it. Then it has no objects. */
  readonly faults: readonly string[];
  readonly objects: readonly object[];
}

/**
 * The objects of an environment: those of all its charts, but for the namespace of the operator, which is that of the release.
 * Helm says that it manages them.
 */
export function synthesized(declaration: OperatorDeclaration, { environment, name }: Installation): Synthesized {
  const app = new App();
  const props = { declaration, name, environment: { ...environment, ownNamespace: { create: false } } };
  if (environment.crds !== 'skip') new CrdsChart(app, 'crds', props);
  if (hasNamespaces(environment)) new NamespacesChart(app, 'namespaces', props);
  new OperatorChart(app, 'operator', props);
  const faults = [...new Set(app.node.findAll().flatMap((each) => each.node.validate()))];
  return { faults, objects: faults.length > 0 ? [] : app.charts.flatMap(objectsOf) };
}

function objectsOf(chart: Chart): object[] {
  const objects = chart.node.findAll().filter((each): each is ApiObject => ApiObject.isApiObject(each));
  return objects.map((each) => managedByHelm(each.toJson()) as object);
}

/** Who manages an object, wherever a label says it. */
function managedByHelm(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(managedByHelm);
  if (!isRecord(value)) return value;
  const replaced = (key: string, each: unknown): unknown =>
    key === 'app.kubernetes.io/managed-by' ? 'Helm' : managedByHelm(each);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replaced(key, each)]));
}
