import { apiextensions, core } from '@pulumi/kubernetes';
import type { CustomResource, CustomResourceOptions, Input, Resource } from '@pulumi/pulumi';
import type { Chart } from 'cdk8s';

import { type DeclaredKind, kubewrightDeclaration, type OperatorDeclaration } from '../declaration/index.ts';
import { groupOf, type Manifest } from './manifest.ts';
import { planObjects } from './plan-objects.ts';

/** Options of every object of the chart, and how to wait for custom resources. */
export interface DeployChartOptions extends Omit<CustomResourceOptions, 'dependsOn'> {
  /** What has to be there before the first object. @default - nothing */
  readonly dependsOn?: readonly Input<Resource>[];
  /** The operator whose custom resources are waited for until they are Ready. @default - Kubewright's own operators */
  readonly declaration?: OperatorDeclaration;
}

/**
 * Deploys what a cdk8s chart synthesizes: one resource for each object, exactly as in the YAML, except for an
 * annotation that makes the provider wait for definitions (Established) and served custom resources (Ready).
 *
 * Guarantees: definitions, then namespaces, then what workloads need, then workloads, then custom resources; destroyed
 * the other way round. Secrets are encrypted in the state.
 *
 * @param name prefix of the resources' names, which are `<name>:<namespace>/<object>` or `<name>:<object>`
 * @returns the resources in that order
 */
export function deployChart(name: string, chart: Chart, options: DeployChartOptions = {}): CustomResource[] {
  const { declaration = kubewrightDeclaration(), dependsOn = [], ...opts } = options;
  const resources: CustomResource[] = [];
  for (const { manifest, after } of planObjects(chart)) {
    const earlier = resources.filter((_, position) => after.includes(position));
    const object = withAwait(manifest, declaration.apis);
    resources.push(
      kubernetesObject(resourceName(name, manifest), object, { ...opts, dependsOn: [...dependsOn, ...earlier] }),
    );
  }
  return resources;
}

function resourceName(prefix: string, { metadata }: Manifest): string {
  return `${prefix}:${metadata.namespace === undefined ? '' : `${metadata.namespace}/`}${metadata.name}`;
}

/**
 * Pure: the object with the annotation that makes the provider wait until it works. The provider knows by itself how
 * to wait for Kubernetes' own kinds, but neither for definitions nor for custom resources.
 *
 * An annotation that is there already wins.
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
 * Registers any Kubernetes object. The provider handles it as what it is: the type comes from `apiVersion` and `kind`.
 *
 * Throws if the core group has no such kind.
 */
function kubernetesObject(name: string, manifest: Manifest, opts: CustomResourceOptions): CustomResource {
  if (manifest.apiVersion !== 'v1') return new apiextensions.CustomResource(name, { ...manifest }, opts);
  // The provider refuses a type without a group from the class above, so the core group has its own classes.
  const CoreResource = (core.v1 as unknown as Readonly<Record<string, ResourceClass | undefined>>)[manifest.kind];
  if (CoreResource === undefined) throw new Error(`failed to deploy ${name}: v1 has no kind ${manifest.kind}`);
  return new CoreResource(name, manifest, opts);
}
