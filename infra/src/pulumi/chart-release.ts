import { ComponentResource, type ComponentResourceOptions, type CustomResource } from '@pulumi/pulumi';
import type { Chart } from 'cdk8s';

import { kubewrightDeclaration, type OperatorDeclaration } from '../declaration/index.ts';
import { checkOutputs } from './check-outputs.ts';
import { deployCharts } from './deploy-charts.ts';

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
    const { charts, declaration = kubewrightDeclaration() } = args;
    this.resources = deployCharts({ charts, declaration, name, parent: this }, opts);
    this.registerOutputs();
  }
}
