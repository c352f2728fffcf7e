import {
  ComponentResource,
  type ComponentResourceOptions,
  Config,
  type CustomResource,
  getStack,
  type Output,
  output,
} from '@pulumi/pulumi';

import { kubewrightDeclaration, type OperatorDeclaration } from '../declaration/index.ts';
import { findEnvironment } from '../environments/index.ts';
import type { Environment } from '../options/index.ts';
import { deployCharts } from './chart-release.ts';
import { type WithOutputs, withoutTokens } from './outputs.ts';
import { releaseCharts } from './release-charts.ts';

export interface OperatorReleaseArgs {
  /**
   * The environment: one of this package, or your own. Any text in it may be an output of Pulumi, such as an image's digest,
   * a host name or a secret, but for those that names follow from, which a preview must know.
   */
  readonly environment: WithOutputs<Environment>;
  /** The operator to deploy. @default - Kubewright's own operators */
  readonly declaration?: OperatorDeclaration;
  /**
   * Name of this installation: of its Deployment, ServiceAccount, roles and Lease. A second one in the same cluster needs
   * another name.
   *
   * @default - the operator's name
   */
  readonly name?: string;
  /**
   * Deploys also one sample of each of Kubewright's kinds, and the pet store if the environment has one.
   *
   * @default false
   */
  readonly samples?: boolean;
}

/**
 * An operator in a cluster: the objects of the committed YAML, as Pulumi resources.
 *
 * Guarantees: CustomResourceDefinitions are Established before the operator starts, and the operator is ready before
 * the first sample is created. Destroys in reverse order, so that the operator can still run its finalizers. Everything that
 * `ChartRelease` says holds here.
 *
 * Throws if the arguments are invalid; then nothing is registered. An output is checked when its value is known: if it is
 * invalid, the objects that have it fail.
 */
export class OperatorRelease extends ComponentResource {
  /** Namespace of the operator. */
  readonly namespace: Output<string>;
  /** Name of the operator's Deployment. */
  readonly deployment: Output<string>;
  /** Name of the operator's ServiceAccount, for roles and identities of your own. */
  readonly serviceAccount: Output<string>;
  /** Name of the Service of the operator's metrics; undefined if the environment has none. */
  readonly metricsService: Output<string | undefined>;
  /** Reference of the image. */
  readonly image: Output<string>;
  /** Names of the CustomResourceDefinitions; empty if the environment skips them. */
  readonly crds: Output<readonly string[]>;
  /** All objects, in the order of creation. Resources that need the operator can depend on the release as a whole. */
  readonly resources: readonly CustomResource[];

  constructor(name: string, args: OperatorReleaseArgs, opts?: ComponentResourceOptions) {
    const { charts, outputOf } = releaseCharts(args); // before `super`, which registers the release: wrong arguments register nothing
    super('kubewright:infra:OperatorRelease', name, {}, opts);
    const declaration = args.declaration ?? kubewrightDeclaration();
    const { crds, operator, ordered } = charts;
    this.resources = deployCharts({ charts: ordered, declaration, name, parent: this, outputOf }, opts);
    this.namespace = output(operator.operator.namespace);
    this.deployment = output(operator.operator.name);
    this.serviceAccount = output(withoutTokens(operator.operator.serviceAccountName, outputOf) as string);
    this.metricsService = output(operator.operator.metricsService?.name);
    this.image = output(withoutTokens(operator.operator.image, outputOf) as string);
    this.crds = output(crds?.definitions.names ?? []);
    const { namespace, deployment, serviceAccount, metricsService, image } = this;
    this.registerOutputs({ namespace, deployment, serviceAccount, metricsService, image, crds: this.crds });
  }
}

/**
 * The arguments of the release from the stack's configuration: `environment` is the name of an environment of this package,
 * by default that of the stack; `samples: false` leaves out the samples of an environment that has them.
 *
 * Throws if there is no such environment, with the names of all.
 */
export function releaseConfig(config: Config = new Config()): OperatorReleaseArgs {
  const environment = findEnvironment(config.get('environment') || getStack());
  const samples = config.getBoolean('samples') ?? true;
  return { environment, samples: samples && environment.samples !== false };
}
