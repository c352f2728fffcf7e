import type { ComponentResource, ComponentResourceOptions, CustomResource, Input, Resource } from '@pulumi/pulumi';
import type { Chart } from 'cdk8s';

import type { OperatorDeclaration } from '../declaration/index.ts';
import { kubernetesObject } from './kubernetes-object.ts';
import type { Manifest } from './manifest.ts';
import { withoutTokens } from './output-tokens.ts';
import { planObjects } from './plan-objects.ts';
import { withProviderAnnotations } from './provider-annotations.ts';

export interface DeployedCharts {
  /** In the order of creation: the objects of one wait for those of the one before. */
  readonly charts: readonly Chart[];
  /** The operator of the custom resources, which are then waited for. */
  readonly declaration: OperatorDeclaration;
  /** The prefix of the resources' names. */
  readonly name: string;
  /** The component to which the resources belong. */
  readonly parent: ComponentResource;
  /** What a token in the charts stands for. @default - the output that `asString` got */
  readonly outputOf?: (token: string) => unknown;
}

/** A deletion that takes longer is held by something, which must be seen: the provider itself waits for 10 minutes. */
const deleteTimeout = '3m';

/**
 * Registers one resource for each object of the charts, and returns them in the order of creation.
 *
 * Guarantees: what a component does not hand on by itself reaches every object: `dependsOn`, without which a destroy would
 * not be in reverse order, and `customTimeouts`.
 */
export function deployCharts(deployed: DeployedCharts, opts: ComponentResourceOptions = {}): CustomResource[] {
  const { charts, declaration, name, parent, outputOf } = deployed;
  const timeouts = { customTimeouts: { delete: deleteTimeout, ...opts.customTimeouts } };
  const all: CustomResource[] = [];
  let before = dependenciesOf(opts);
  for (const chart of charts) {
    const resources: CustomResource[] = [];
    for (const { manifest, after } of planObjects(chart)) {
      const earlier = resources.filter((_, position) => after.includes(position));
      const object = withoutTokens(withProviderAnnotations(manifest, declaration.apis), outputOf) as Manifest;
      resources.push(
        kubernetesObject(resourceName(name, manifest), object, {
          ...timeouts,
          ...(isKept(manifest) && { retainOnDelete: true }),
          parent,
          dependsOn: [...before, ...earlier],
        }),
      );
    }
    if (resources.length > 0) before = resources;
    all.push(...resources);
  }
  return all;
}

function dependenciesOf({ dependsOn }: ComponentResourceOptions): readonly Input<Resource>[] {
  // A list in an output or a promise is one entry: Pulumi resolves it, which its types do not say.
  return (dependsOn === undefined ? [] : [dependsOn].flat()) as readonly Input<Resource>[];
}

/** Whether the object outlives who deployed it, as Helm says it: its annotation stands for that of every tool here. */
function isKept({ metadata }: Manifest): boolean {
  return metadata.annotations?.['helm.sh/resource-policy'] === 'keep';
}

function resourceName(prefix: string, { metadata }: Manifest): string {
  return `${prefix}:${metadata.namespace === undefined ? '' : `${metadata.namespace}/`}${metadata.name}`;
}
