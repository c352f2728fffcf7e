import { getAt, getGroup, type PlainObject } from '@kubewright/declaration';
import { ApiObject, Chart, DependencyGraph } from 'cdk8s';

import type { DeclaredKind } from '../declaration/index.ts';

/** One object of a chart, and the objects that are created before it. */
export interface PlannedObject {
  readonly manifest: PlainObject;
  /** Positions in the plan of the objects that are created before. All are smaller than the position of this object. */
  readonly after: readonly number[];
}

/**
 * Pure: orders the objects of a chart for creation: CRDs, namespaces, objects that workloads need, role bindings,
 * workloads, webhook configurations, the LimitRange of the removal guard, custom resources. Each object waits for the
 * previous step, and for its dependencies in the chart.
 *
 * Throws if the chart is invalid.
 */
export function planObjects(chart: Chart): PlannedObject[] {
  chart.toJson(); // validates, and resolves dependencies between constructs to dependencies between objects
  const objects = listOrderedObjects(chart);
  const steps = computeSteps(objects);
  const step = (object: ApiObject): number => steps.get(object) ?? 0;
  const ordered = [...objects].sort((a, b) => step(a) - step(b));
  return ordered.map((object) => {
    const before = Math.max(...ordered.map(step).filter((each) => each < step(object)));
    const needed = new Set<unknown>(object.node.dependencies);
    return {
      manifest: removeEmpty(object.toJson() as PlainObject),
      after: ordered.flatMap((each, position) => (step(each) === before || needed.has(each) ? [position] : [])),
    };
  });
}

/** The objects of the chart, each after its dependencies. */
function listOrderedObjects(chart: Chart): ApiObject[] {
  return new DependencyGraph(chart.node)
    .topology()
    .filter((each) => ApiObject.isApiObject(each))
    .filter((each) => Chart.of(each) === chart);
}

/** The step of each object: its usual step, or that of a dependency if it is later. */
function computeSteps(objects: readonly ApiObject[]): ReadonlyMap<unknown, number> {
  const steps = new Map<unknown, number>();
  for (const object of objects) {
    const inherited = object.node.dependencies.map((each) => steps.get(each) ?? 0);
    steps.set(object, Math.max(getDefaultStep(object), ...inherited));
  }
  return steps;
}

/**
 * Creates webhook configurations after the Pods that respond. Custom resources are last, because their operator may be
 * in the same chart. Those of cert-manager come earlier, because it writes the Secrets without which Pods do not start;
 * so do those of the Prometheus Operator, which a destroy would otherwise delete before it reaches the guard.
 *
 * A destroy runs in reverse, so after the custom resources it deletes the LimitRange: if the guard rejects that, the
 * operator is still complete, including webhook configurations, which policies cannot guard.
 */
function getDefaultStep(object: ApiObject): number {
  if (object.kind === 'CustomResourceDefinition') return 0;
  if (object.kind === 'Namespace') return 1;
  if (isEmptyLimitRange(object)) return 6;
  if (neededByWorkloads.has(object.kind) || groupsOfOthers.includes(getGroup(object))) return 2;
  // Without the verb `bind`, the API server allows a binding only to an existing role.
  if (object.kind.endsWith('RoleBinding')) return 3;
  if (object.kind.endsWith('WebhookConfiguration')) return 5;
  return isCustom(object) ? 7 : 4;
}

const groupsOfOthers = ['cert-manager.io', 'monitoring.coreos.com'];

/** The LimitRange in which the operator records the custom resources that need it. */
function isEmptyLimitRange(object: ApiObject): boolean {
  if (object.kind !== 'LimitRange') return false;
  const { spec } = object.toJson() as { readonly spec?: { readonly limits?: readonly object[] } };
  return (spec?.limits ?? []).every((limit) => Object.keys(limit).every((key) => key === 'type'));
}

const neededByWorkloads = new Set([
  ...['ClusterRole', 'ConfigMap', 'LimitRange', 'NetworkPolicy', 'PersistentVolume', 'PriorityClass', 'ResourceQuota'],
  ...['Role', 'Secret', 'ServiceAccount', 'StorageClass'],
]);

/**
 * Whether a CRD defines the kind. The suffix `k8s.io` does not show it: the Gateway API, for example, is
 * `gateway.networking.k8s.io`.
 */
export function isCustom(object: Pick<PlainObject, 'apiVersion'>): boolean {
  const group = getGroup(object);
  return group.includes('.') && !servedByKubernetes.has(group);
}

/** Groups of the API server with a dot in their name. */
const servedByKubernetes: ReadonlySet<string> = new Set(
  [
    ...['admissionregistration', 'apiextensions', 'apiregistration', 'authentication', 'authorization'],
    ...['certificates', 'coordination', 'discovery', 'events', 'flowcontrol.apiserver', 'internal.apiserver'],
    ...['networking', 'node', 'rbac.authorization', 'resource', 'scheduling', 'storage', 'storagemigration'],
  ].map((name) => `${name}.k8s.io`),
);

/**
 * Removes empty lists, and empty maps of strings such as `labels`. The API server drops these fields, and Pulumi would
 * try to restore them with every `up`. Retains other empty objects, because `emptyDir: {}` has a meaning. In custom
 * resources and CRDs, changes only the metadata: there `[]` can differ from an absent field.
 */
export function removeEmpty(manifest: PlainObject): PlainObject {
  const isSchema = manifest.kind === 'CustomResourceDefinition';
  if (!isSchema && !isCustom(manifest)) return prune(manifest) as PlainObject;
  return { ...manifest, metadata: prune(manifest.metadata) as PlainObject['metadata'] };
}

function prune(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(prune);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter((field) => !isDropped(field));
  return Object.fromEntries(kept.map(([key, each]) => [key, prune(each)]));
}

function isDropped([key, value]: readonly [string, unknown]): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.keys(value).length === 0 && (Array.isArray(value) || mapsOfStrings.has(key));
}

const mapsOfStrings: ReadonlySet<string> = new Set([
  ...['annotations', 'binaryData', 'data', 'labels', 'limits', 'matchLabels', 'nodeSelector', 'requests', 'stringData'],
]);

/**
 * Pure: adds annotations that make the provider wait only for objects that others need. By default, it waits for
 * built-in kinds, but not for CRDs and custom resources.
 *
 * - A CRD is created when it is Established, a custom resource of `served` when it is Ready.
 * - Skips the wait for a Service, which would take 10 s, unless it is a LoadBalancer, whose address programs read.
 * - A deleted object counts as gone at once, and the garbage collector deletes its dependents. Only workloads are
 *   gone when their Pods are, because a stopping Pod still needs its permissions.
 *
 * Retains existing annotations.
 *
 * @param served kinds that have a condition `Ready`
 */
export function withProviderAnnotations(manifest: PlainObject, served: readonly DeclaredKind[]): PlainObject {
  const { apiVersion, kind, metadata } = manifest;
  const group = getGroup(manifest);
  const isOurs = served.some((api) => api.kind === kind && api.group === group);
  const condition = kind === 'CustomResourceDefinition' ? 'Established' : isOurs ? 'Ready' : undefined;
  const isCore = (name: string): boolean => apiVersion === 'v1' && kind === name;
  const isWorkload = ['apps', 'batch'].includes(group) || isCore('Pod');
  const annotations = {
    ...(condition !== undefined && { 'pulumi.com/waitFor': `condition=${condition}` }),
    ...(isCore('Service') && getAt(manifest, 'spec.type') !== 'LoadBalancer' && { 'pulumi.com/skipAwait': 'true' }),
    ...(!isWorkload && { 'pulumi.com/deletionPropagationPolicy': 'background' }),
    ...metadata.annotations,
  };
  return Object.keys(annotations).length === 0 ? manifest : { ...manifest, metadata: { ...metadata, annotations } };
}
