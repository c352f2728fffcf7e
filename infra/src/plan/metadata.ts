import type { OperatorDeclaration } from '../declaration/index.ts';

/** Label values that differ between objects of one operator. */
export interface LabelOptions {
  /** The component that the object belongs to, such as `operator`. */
  readonly component: string;
  /** Name of this installation. @default - the operator's name */
  readonly instance?: string | undefined;
  /** The deployed version. @default - the declaration's version */
  readonly version?: string;
}

/**
 * Labels that select the Pods of one installation. They are the same for every version, because the selector of a
 * Deployment is immutable.
 */
export function buildSelectorLabels(declaration: OperatorDeclaration, options: LabelOptions): Record<string, string> {
  return {
    'app.kubernetes.io/component': options.component,
    'app.kubernetes.io/instance': options.instance ?? declaration.name,
    'app.kubernetes.io/name': declaration.name,
  };
}

/**
 * The recommended labels, for all objects of this package.
 *
 * `managed-by` is never the operator's name, by which the operator recognizes its own children.
 *
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/common-labels/
 */
export function buildRecommendedLabels(
  declaration: OperatorDeclaration,
  options: LabelOptions,
): Record<string, string> {
  return {
    ...buildSelectorLabels(declaration, options),
    'app.kubernetes.io/part-of': declaration.name,
    'app.kubernetes.io/managed-by': 'cdk8s',
    'app.kubernetes.io/version': toLabelValue(options.version ?? declaration.version),
  };
}

/** A label value has at most 63 characters and ends with a letter or digit. An image tag can be longer. */
function toLabelValue(text: string): string {
  return text.slice(0, 63).replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '');
}

/**
 * Annotations that prevent Argo CD, Flux, Helm and `ChartRelease` from deleting an object that the manifests no longer
 * contain.
 */
export const retainedAnnotations = {
  'argocd.argoproj.io/sync-options': 'Prune=false,ServerSideApply=true',
  'helm.sh/resource-policy': 'keep',
  'kustomize.toolkit.fluxcd.io/prune': 'disabled',
} as const;

/** Labels of a namespace that enforce Pod Security "restricted", in the version of the cluster. */
export const restricted = {
  'pod-security.kubernetes.io/enforce': 'restricted',
  'pod-security.kubernetes.io/audit': 'restricted',
  'pod-security.kubernetes.io/warn': 'restricted',
} as const;

/** Metadata that the objects of one installation share. */
export interface CommonMetadata {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** Metadata of an object; a cluster-scoped one has no namespace. */
export interface Metadata {
  readonly name: string;
  readonly namespace?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** Pure: metadata of a namespaced object of the installation. */
export function buildMetadata(
  { namespace, ...marks }: CommonMetadata & { readonly namespace: string },
  name = marks.name,
): Metadata {
  return { ...buildClusterMetadata(marks, name), namespace };
}

/** Pure: metadata of a cluster-scoped object. */
export function buildClusterMetadata({ labels, annotations, ...marks }: CommonMetadata, name = marks.name): Metadata {
  return { name, labels: { ...labels }, annotations: { ...annotations } };
}

/** Selects namespaces by name, as an item of a selector's `matchExpressions`. */
export interface NamespaceRequirement {
  readonly key: string;
  readonly operator: 'In' | 'NotIn';
  readonly values: readonly string[];
}

/** Pure: selects these namespaces by the label that the API server sets on each. */
export function selectNamespaces(
  operator: NamespaceRequirement['operator'],
  names: readonly string[],
): NamespaceRequirement {
  return { key: 'kubernetes.io/metadata.name', operator, values: [...names] };
}
