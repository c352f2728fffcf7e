import {
  ComponentResource,
  type ComponentResourceOptions,
  type CustomResource,
  type Output,
  output,
} from '@pulumi/pulumi';
import { App, type Chart } from 'cdk8s';
import type { Environment } from '../options/index.ts';

import {
  CrdsChart,
  hasNamespaces,
  hasPetStore,
  NamespacesChart,
  OperatorChart,
  PetStoreChart,
  SamplesChart,
} from '../charts/index.ts';
import { kubewrightDeclaration, type OperatorDeclaration } from '../declaration/index.ts';
import { deployCharts } from './deploy-charts.ts';

export interface OperatorReleaseArgs {
  /** The environment: one of this package, or your own. */
  readonly environment: Environment;
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
    const { crds, operator, ordered } = charts(args); // before `super`, which registers the release: wrong arguments register nothing
    super('kubewright:infra:OperatorRelease', name, {}, opts);
    const declaration = args.declaration ?? kubewrightDeclaration();
    this.resources = deployCharts({ charts: ordered, declaration, name, parent: this }, opts);
    this.namespace = output(operator.operator.namespace);
    this.deployment = output(operator.operator.name);
    this.serviceAccount = output(operator.operator.serviceAccountName);
    this.metricsService = output(operator.operator.metricsService?.name);
    this.image = output(operator.operator.image);
    this.crds = output(crds?.definitions.names ?? []);
    this.registerOutputs({
      namespace: this.namespace,
      deployment: this.deployment,
      serviceAccount: this.serviceAccount,
      metricsService: this.metricsService,
      image: this.image,
      crds: this.crds,
    });
  }
}

interface Charts {
  readonly crds: CrdsChart | undefined;
  readonly operator: OperatorChart;
  /** All of them, in the order of creation. */
  readonly ordered: readonly Chart[];
}

function charts(args: OperatorReleaseArgs): Charts {
  const { environment, declaration, name } = args;
  const app = new App();
  const props = { environment, ...(declaration && { declaration }), ...(name !== undefined && { name }) };
  const crds = environment.crds === 'skip' ? undefined : new CrdsChart(app, 'crds', props);
  const namespaces = hasNamespaces(environment) ? new NamespacesChart(app, 'namespaces', props) : undefined;
  const operator = new OperatorChart(app, 'operator', props);
  const { petStore, samples } = sampleCharts(app, args);
  operator.toJson(); // validates the whole app
  // The store is destroyed after the operator, which needs it to clean up: a refused destroy leaves both.
  const ordered = [crds, namespaces, petStore, operator, samples].filter((chart) => chart !== undefined);
  return { crds, operator, ordered };
}

function sampleCharts(app: App, { environment, declaration, samples }: OperatorReleaseArgs): SampleCharts {
  if (!samples) return {};
  if (declaration && declaration.name !== kubewrightDeclaration().name) {
    throw new Error(`samples are of Kubewright's kinds, which ${declaration.name} does not serve: leave them out`);
  }
  return {
    ...(hasPetStore(environment) && { petStore: new PetStoreChart(app, 'pet-store', { environment }) }),
    samples: new SamplesChart(app, 'samples', { environment }),
  };
}

interface SampleCharts {
  readonly petStore?: PetStoreChart;
  readonly samples?: SamplesChart;
}
