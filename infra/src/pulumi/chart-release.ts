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

import { getKubewrightDeclaration, listReconciledApis, type OperatorDeclaration } from '../declaration/index.ts';
import { checkOutputs, restoreOutputs } from './outputs.ts';
import { planObjects, withProviderAnnotations } from './plan-objects.ts';

export interface ChartReleaseArgs {
  /** The charts, in the order of creation: objects of a chart wait for those of the previous one. */
  readonly charts: readonly Chart[];
  /**
   * The operator of the custom resources, which the provider waits for until they are Ready.
   *
   * @default - Kubewright's own operator
   */
  readonly declaration?: OperatorDeclaration;
}

/**
 * Deploys cdk8s charts: one Pulumi resource per object, as in the YAML, except for annotations `pulumi.com/…` that make
 * the provider wait only for objects that others need.
 *
 * Guarantees: creates CRDs first, then namespaces, objects that workloads need, workloads, configurations of webhooks,
 * and custom resources last; destroys in reverse order. Objects with `helm.sh/resource-policy: keep`, such as CRDs, are
 * retained in the cluster. Secrets are encrypted in the state. Resource names are `<name>:<namespace>/<object>` or
 * `<name>:<object>`, independent of other objects in the charts. The options reach every object: `dependsOn`,
 * `customTimeouts` (default: 3 minutes for a deletion), `aliases`, `protect`, `provider`, `transforms`.
 *
 * Any text in a chart except a name may be `asString` of an output: an object waits for its outputs.
 *
 * Throws before it registers anything if a chart is invalid, or has an output where none is allowed.
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
  /** In the order of creation: objects of a chart wait for those of the previous one. */
  readonly charts: readonly Chart[];
  /** The operator of the custom resources, which the provider waits for. */
  readonly declaration: OperatorDeclaration;
  /** Prefix of the resource names. */
  readonly name: string;
  /** The parent component of the resources. */
  readonly parent: ComponentResource;
  /** Replaces a token in the charts with its value. @default - the output passed to `asString` */
  readonly resolveOutput?: (token: string) => unknown;
}

/** Timeout of a deletion: if it takes longer, something blocks it. The provider's own timeout is 10 minutes. */
const deleteTimeout = '3m';

/**
 * Registers one Pulumi resource per object of the charts, and returns them in the order of creation.
 *
 * Guarantees: every object gets the options that Pulumi does not pass from a component to its children: `dependsOn`,
 * without which a destroy would not run in reverse order, and `customTimeouts`.
 */
export function deployCharts(deployed: DeployedCharts, opts: ComponentResourceOptions = {}): CustomResource[] {
  const { charts, declaration, name, parent, resolveOutput } = deployed;
  const timeouts = { customTimeouts: { delete: deleteTimeout, ...opts.customTimeouts } };
  const all: CustomResource[] = [];
  const reconciled = listReconciledApis(declaration);
  let before = listDependencies(opts);
  for (const chart of charts) {
    const resources: CustomResource[] = [];
    for (const { manifest, after } of planObjects(chart)) {
      const earlier = resources.filter((_, position) => after.includes(position));
      const object = restoreOutputs(withProviderAnnotations(manifest, reconciled), resolveOutput) as PlainObject;
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
  // A list in an output or a promise counts as one entry: Pulumi resolves it, which its types do not express.
  return (dependsOn === undefined ? [] : [dependsOn].flat()) as readonly Input<Resource>[];
}

/**
 * Whether the object is retained. Checks only Helm's annotation, because the annotations of all tools are set together.
 */
function isRetained({ metadata }: PlainObject): boolean {
  return metadata.annotations?.['helm.sh/resource-policy'] === 'keep';
}

function formatResourceName(prefix: string, { metadata }: PlainObject): string {
  return `${prefix}:${metadata.namespace === undefined ? '' : `${metadata.namespace}/`}${metadata.name}`;
}

/** An object with the type of its `apiVersion` and `kind`. The data of a Secret is secret in the state. */
function createKubernetesObject(name: string, manifest: PlainObject, opts: CustomResourceOptions): CustomResource {
  if (manifest.apiVersion !== 'v1') return new apiextensions.CustomResource(name, { ...manifest }, opts);
  // The provider rejects `apiextensions.CustomResource` for types without a group.
  const hidden = manifest.kind === 'Secret' ? ['data', 'stringData'] : [];
  const given = hidden.filter((field) => manifest[field] !== undefined);
  const inputs = { ...manifest, ...Object.fromEntries(given.map((field) => [field, secret(manifest[field])])) };
  const version = getVersion();
  const additional = hidden.length > 0 && { additionalSecretOutputs: hidden };
  return new CoreObject(`kubernetes:core/v1:${manifest.kind}`, name, inputs, { version, ...opts, ...additional });
}

/** A core object of any kind, including kinds that the SDK lacks. */
class CoreObject extends CustomResource {}
