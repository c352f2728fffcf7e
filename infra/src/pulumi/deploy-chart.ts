import { apiextensions, core } from '@pulumi/kubernetes';
import type { CustomResource, CustomResourceOptions, Input, Resource } from '@pulumi/pulumi';
import type { Chart } from 'cdk8s';

import { type DeclaredKind, kubewrightDeclaration, type OperatorDeclaration } from '../declaration/index.ts';
import { groupOf, type Manifest } from './manifest.ts';
import { planObjects } from './plan-objects.ts';

/** Options for every object of the chart. */
export interface DeployChartOptions extends Omit<CustomResourceOptions, 'dependsOn'> {
  /** Resources that are created before the first object. @default - none */
  readonly dependsOn?: readonly Input<Resource>[];
  /**
   * The operator of the custom resources: the provider waits until they are Ready. @default - Kubewright's own
   * operators
   */
  readonly declaration?: OperatorDeclaration;
}

/**
 * Deploys a cdk8s chart: one Pulumi resource for each object, exactly as in the YAML, except for an annotation by which
 * the provider waits for CustomResourceDefinitions (Established) and custom resources of the operator (Ready).
 *
 * Guarantees: creates CustomResourceDefinitions first, then namespaces, objects that workloads need, workloads, and
 * custom resources last; destroys in reverse order. What is annotated to be kept, as CustomResourceDefinitions are, stays in
 * the cluster. Secrets are encrypted in the state.
 *
 * @param name prefix of the resources' names, which are `<name>:<namespace>/<object>` or `<name>:<object>`
 * @returns the resources in the order of creation
 */
export function deployChart(name: string, chart: Chart, options: DeployChartOptions = {}): CustomResource[] {
  const { declaration = kubewrightDeclaration(), dependsOn = [], ...opts } = options;
  const resources: CustomResource[] = [];
  for (const { manifest, after } of planObjects(chart)) {
    const earlier = resources.filter((_, position) => after.includes(position));
    const object = withAwait(manifest, declaration.apis);
    resources.push(
      kubernetesObject(resourceName(name, manifest), object, {
        ...(isKept(manifest) && { retainOnDelete: true }),
        ...opts,
        dependsOn: [...dependsOn, ...earlier],
      }),
    );
  }
  return resources;
}

/** Whether the object outlives who deployed it, as Helm says it: its annotation stands for that of every tool here. */
function isKept({ metadata }: Manifest): boolean {
  return metadata.annotations?.['helm.sh/resource-policy'] === 'keep';
}

function resourceName(prefix: string, { metadata }: Manifest): string {
  return `${prefix}:${metadata.namespace === undefined ? '' : `${metadata.namespace}/`}${metadata.name}`;
}

/**
 * Pure: the object with an annotation by which the provider waits until the object is Established or Ready. The
 * provider waits for built-in kinds by default, but not for CustomResourceDefinitions and custom resources.
 *
 * Keeps an existing annotation.
 *
 * @param served kinds that have a condition `Ready`
 */
function withAwait(manifest: Manifest, served: readonly DeclaredKind[]): Manifest {
  const condition = conditionOf(manifest, served);
  if (condition === undefined) return manifest;
  const annotations = { 'pulumi.com/waitFor': `condition=${condition}`, ...manifest.metadata.annotations };
  return { ...manifest, metadata: { ...manifest.metadata, annotations } };
}

function conditionOf({ apiVersion, kind }: Manifest, served: readonly DeclaredKind[]): string | undefined {
  if (kind === 'CustomResourceDefinition') return 'Established';
  return served.some((api) => api.kind === kind && api.group === groupOf(apiVersion)) ? 'Ready' : undefined;
}

type ResourceClass = new (name: string, args: Manifest, opts: CustomResourceOptions) => CustomResource;

/**
 * Registers any Kubernetes object, with the type of its `apiVersion` and `kind`.
 *
 * Throws if the core group has no such kind.
 */
function kubernetesObject(name: string, manifest: Manifest, opts: CustomResourceOptions): CustomResource {
  if (manifest.apiVersion !== 'v1') return new apiextensions.CustomResource(name, { ...manifest }, opts);
  // The provider refuses the class above for types without a group: the core group has its own classes.
  const CoreResource = (core.v1 as unknown as Readonly<Record<string, ResourceClass | undefined>>)[manifest.kind];
  if (CoreResource === undefined) throw new Error(`failed to deploy ${name}: v1 has no kind ${manifest.kind}`);
  return new CoreResource(name, manifest, opts);
}
