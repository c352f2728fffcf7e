import {
  ComponentResource,
  type ComponentResourceOptions,
  type CustomResource,
  type Output,
  output,
} from '@pulumi/pulumi';
import { App } from 'cdk8s';

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
import type { Environment } from '../environments/index.ts';
import { deployChart } from './deploy-chart.ts';

export interface OperatorReleaseArgs {
  /** The environment: one of this package, or your own. */
  readonly environment: Environment;
  /** The operator to deploy. @default - Kubewright's own operators */
  readonly declaration?: OperatorDeclaration;
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
 * the first sample is created. Destroys in reverse order, so that the operator can still run its finalizers.
 */
export class OperatorRelease extends ComponentResource {
  /** Namespace of the operator. */
  readonly namespace: Output<string>;
  /** Name of the operator's Deployment. */
  readonly deployment: Output<string>;
  /** Reference of the image. */
  readonly image: Output<string>;
  /** Names of the CustomResourceDefinitions; empty if the environment skips them. */
  readonly crds: Output<readonly string[]>;
  /** All objects, in the order of creation. Resources that need the operator can depend on the release as a whole. */
  readonly resources: readonly CustomResource[];

  constructor(name: string, args: OperatorReleaseArgs, opts?: ComponentResourceOptions) {
    const { crds, namespaces, operator, petStore, samples } = charts(args); // before `super`, which registers the release: wrong arguments register nothing
    super('kubewright:infra:OperatorRelease', name, {}, opts);
    const options = { parent: this, ...(args.declaration && { declaration: args.declaration }) };

    const definitions = crds ? deployChart(name, crds, options) : [];
    const created = namespaces ? deployChart(name, namespaces, { ...options, dependsOn: definitions }) : [];
    const first = [...definitions, ...created];
    const second = deployChart(name, operator, { ...options, dependsOn: first });
    const third = petStore ? deployChart(name, petStore, { ...options, dependsOn: second }) : [];
    const fourth = samples ? deployChart(name, samples, { ...options, dependsOn: [...second, ...third] }) : [];

    this.resources = [...first, ...second, ...third, ...fourth];
    this.namespace = output(operator.operator.namespace);
    this.deployment = output(operator.operator.name);
    this.image = output(operator.operator.image);
    this.crds = output(crds?.definitions.names ?? []);
    this.registerOutputs({
      namespace: this.namespace,
      deployment: this.deployment,
      image: this.image,
      crds: this.crds,
    });
  }
}

interface Charts {
  readonly crds: CrdsChart | undefined;
  readonly namespaces: NamespacesChart | undefined;
  readonly operator: OperatorChart;
  readonly petStore: PetStoreChart | undefined;
  readonly samples: SamplesChart | undefined;
}

function charts({ environment, declaration, samples }: OperatorReleaseArgs): Charts {
  if (samples && declaration && declaration.name !== kubewrightDeclaration().name) {
    throw new Error(`samples are of Kubewright's kinds, which ${declaration.name} does not serve: leave them out`);
  }
  const app = new App();
  const given = declaration && { declaration };
  const built = {
    crds: environment.crds === 'skip' ? undefined : new CrdsChart(app, 'crds', { environment, ...given }),
    namespaces: hasNamespaces(environment)
      ? new NamespacesChart(app, 'namespaces', { environment, ...given })
      : undefined,
    operator: new OperatorChart(app, 'operator', { environment, ...given }),
    petStore: samples && hasPetStore(environment) ? new PetStoreChart(app, 'pet-store', { environment }) : undefined,
    samples: samples ? new SamplesChart(app, 'samples', { environment }) : undefined,
  };
  built.operator.toJson(); // validates the whole app
  return built;
}
