import type { PlainObject } from '@kubewright/declaration';
import { apiextensions } from '@pulumi/kubernetes';
import { getVersion } from '@pulumi/kubernetes/utilities';
import {
  ComponentResource,
  type ComponentResourceOptions,
  CustomResource,
  type CustomResourceOptions,
  type Input,
  type Resource,
  secret,
} from '@pulumi/pulumi';
import type { Chart } from 'cdk8s';

import { getKubewrightDeclaration, type OperatorDeclaration } from '../declaration/index.ts';
import { checkOutputs, restoreOutputs } from './outputs.ts';
import { planObjects, withProviderAnnotations } from './plan-objects.ts';

export interface ChartReleaseArgs {
  /** The charts, in the order of creation: the objects of one wait for those of the one before. */
  readonly charts: readonly Chart[];
  /**
   * The operator of the custom resources: the provider waits until they are Ready. @default - Kubewright's own operators
   */
  readonly declaration?: OperatorDeclaration;
}

/**
 * Deploys cdk8s charts: one Pulumi resource for each object, exactly as in the YAML, except for annotations `pulumi.com/…`
 * by which the provider waits for what others need, and for nothing else.
 *
 * Guarantees: creates CustomResourceDefinitions first, then namespaces, objects that workloads need, workloads,
 * configurations of webhooks, and custom resources last; destroys in reverse order. What is annotated to be kept, as
 * CustomResourceDefinitions are, stays in the cluster. Secrets are encrypted in the state. Names of resources are
 * `<name>:<namespace>/<object>` or `<name>:<object>`, whatever else is in the charts. The options reach every object:
 * `dependsOn`, `customTimeouts` (default: 3 minutes for a deletion), `aliases`, `protect`, `provider`, `transforms`.
 *
 * A text in a chart may be `asString` of an output, but for names: an object waits for the outputs in it.
 *
 * Throws if a chart is invalid, or has an output where none can stand; then nothing is registered.
 */
export class ChartRelease extends ComponentResource {
  /** All objects, in the order of creation. Resources that need them can depend on the release as a whole. */
  readonly resources: readonly CustomResource[];

  constructor(name: string, args: ChartReleaseArgs, opts?: ComponentResourceOptions) {
    checkOutputs(args.charts); // before `super`, which registers the release
    super('kubewright:infra:ChartRelease', name, {}, opts);
    const { charts, declaration = getKubewrightDeclaration() } = args;
    this.resources = deployCharts({ charts, declaration, name, parent: this }, opts);
    this.registerOutputs();
  }
}

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
  readonly resolveOutput?: (token: string) => unknown;
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
  const { charts, declaration, name, parent, resolveOutput } = deployed;
  const timeouts = { customTimeouts: { delete: deleteTimeout, ...opts.customTimeouts } };
  const all: CustomResource[] = [];
  let before = listDependencies(opts);
  for (const chart of charts) {
    const resources: CustomResource[] = [];
    for (const { manifest, after } of planObjects(chart)) {
      const earlier = resources.filter((_, position) => after.includes(position));
      const object = restoreOutputs(withProviderAnnotations(manifest, declaration.apis), resolveOutput) as PlainObject;
      resources.push(
        createKubernetesObject(formatResourceName(name, manifest), object, {
          ...timeouts,
          ...(isRetained(manifest) && { retainOnDelete: true }),
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

function listDependencies({ dependsOn }: ComponentResourceOptions): readonly Input<Resource>[] {
  // A list in an output or a promise is one entry: Pulumi resolves it, which its types do not say.
  return (dependsOn === undefined ? [] : [dependsOn].flat()) as readonly Input<Resource>[];
}

/** Whether the object outlives who deployed it, as Helm says it: its annotation stands for that of every tool here. */
function isRetained({ metadata }: PlainObject): boolean {
  return metadata.annotations?.['helm.sh/resource-policy'] === 'keep';
}

function formatResourceName(prefix: string, { metadata }: PlainObject): string {
  return `${prefix}:${metadata.namespace === undefined ? '' : `${metadata.namespace}/`}${metadata.name}`;
}

/** An object with the type of its `apiVersion` and `kind`. What a Secret holds is secret in the state. */
function createKubernetesObject(name: string, manifest: PlainObject, opts: CustomResourceOptions): CustomResource {
  if (manifest.apiVersion !== 'v1') return new apiextensions.CustomResource(name, { ...manifest }, opts);
  // The provider refuses the class above for types without a group.
  const hidden = manifest.kind === 'Secret' ? ['data', 'stringData'] : [];
  const given = hidden.filter((field) => manifest[field] !== undefined);
  const inputs = { ...manifest, ...Object.fromEntries(given.map((field) => [field, secret(manifest[field])])) };
  const version = getVersion();
  const additional = hidden.length > 0 && { additionalSecretOutputs: hidden };
  return new CoreObject(`kubernetes:core/v1:${manifest.kind}`, name, inputs, { version, ...opts, ...additional });
}

/** An object of the core group: any of its kinds, also those that the SDK does not have yet. */
class CoreObject extends CustomResource {}
