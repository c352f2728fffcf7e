import type { MonitoringOptions, OperatorEnvironment, PetStoreProps } from '../constructs/index.ts';

/** One environment in which the operator runs, as plain data. Each has a folder of manifests, and can be deployed by Pulumi. */
export interface Environment extends OperatorEnvironment {
  /**
   * Name of the environment: of its folder of manifests and of its stack. No object is named by it: that is what
   * `installation` is for.
   */
  readonly name: string;
  /**
   * Namespaces to create for users' resources: in a unit of their own, and kept as `crds` says of definitions.
   *
   * @default - none
   */
  readonly createNamespaces?: readonly string[];
  /** The namespace of the operator. @default - it is created, and enforces Pod Security "restricted" */
  readonly ownNamespace?: EnvironmentNamespace;
  /**
   * The CustomResourceDefinitions: `keep` them whatever prunes, because each takes all resources of its kind along; `prune`
   * them with everything else; or `skip` them, as somebody else deploys them.
   *
   * @default 'keep'
   */
  readonly crds?: 'keep' | 'prune' | 'skip';
  /**
   * Refuses to delete the operator while there are resources with its finalizers, by a `RemovalGuard`. It is deployed with
   * the definitions if their chart is in the same app and has the environment, else with the operator.
   *
   * @default true; required if `crds` is `skip` and `namespaces` are given, because the guard is cluster-scoped
   */
  readonly removalGuard?: boolean;
  /**
   * Leaves the CustomResourceDefinitions as they are when an older version is applied, as a rollback does. `false` is for clusters
   * older than Kubernetes 1.36: keep the newer definitions yourself there.
   *
   * @default true
   */
  readonly rollbackGuard?: boolean;
  /**
   * Lets those who may edit or view a namespace edit or view the kinds of the operator in it, by ClusterRoles that Kubernetes
   * aggregates.
   *
   * @default false
   */
  readonly aggregatedRoles?: boolean;
  /**
   * What the admission policies of the operator do: `enforce`, only `warn`, or nothing, as they are not deployed (`off`).
   * They are cluster-scoped objects, also if `namespaces` limits what they look at.
   *
   * @default 'enforce', or 'off' if `namespaces` is set
   */
  readonly policies?: 'enforce' | 'warn' | 'off';
  /**
   * Deploys a pet store, and samples of Pet. Set its address in `settings.petstoreAddress`.
   *
   * @default - no store: the Pet operator calls the store in its settings
   */
  readonly petStore?: EnvironmentPetStore;
  /** Whether the samples are a unit of the manifests. @default true */
  readonly samples?: boolean;
  /** Namespace of the samples. @default 'default' */
  readonly samplesNamespace?: string;
  /**
   * Deploys objects of the Prometheus Operator, whose CustomResourceDefinitions the cluster must have. `{}` is enough.
   * Needs `metrics` with `secure` or `plain`.
   *
   * @default - none
   */
  readonly monitoring?: MonitoringOptions;
}

/** The pet store of an environment. It uses the image of the operator. */
export interface EnvironmentPetStore extends Omit<PetStoreProps, 'namespace' | 'image'> {
  /** Namespace of the store. It is created. */
  readonly namespace: string;
}

/** The namespace in which the operator itself runs. */
export interface EnvironmentNamespace {
  /** Whether it is created. `false`: it exists, and is left alone. @default true */
  readonly create?: boolean;
  /** Labels, over those of Pod Security. @default - none */
  readonly labels?: Readonly<Record<string, string>>;
  /** @default - none */
  readonly annotations?: Readonly<Record<string, string>>;
}
