import type { CustomResource, CustomResourceOptions, Input, Resource } from '@pulumi/pulumi';
import type { Chart } from 'cdk8s';

import { kubewrightDeclaration, type OperatorDeclaration } from '../declaration/index.ts';
import { withAwait } from './await.ts';
import { kubernetesObject } from './kubernetes-object.ts';
import type { Manifest } from './manifest.ts';
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
