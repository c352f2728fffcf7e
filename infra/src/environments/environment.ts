import type { MonitoringOptions, OperatorEnvironment, PetStoreProps } from '../constructs/index.ts';

/** One place where the operator runs, as plain data: a folder of manifests, a Pulumi stack, a cluster. */
export interface Environment extends OperatorEnvironment {
  /** Name of the folder and of the stack. */
  readonly name: string;
  /** Namespaces that come with the operator, because nothing else creates them. @default - only the operator's own */
  readonly createNamespaces?: readonly string[];
  /**
   * A pet store of its own, with the samples of Pets. Say in `settings.petstoreAddress` where it is.
   *
   * @default - none: the Pet operator calls the store that its settings name
   */
  readonly petStore?: EnvironmentPetStore;
  /** Namespace of the samples. @default 'default' */
  readonly samplesNamespace?: string;
  /**
   * What the Prometheus Operator of the cluster is to read; `{}` will do. Needs its kinds, and `metrics` that are
   * `secure` or `plain`.
   *
   * @default - nothing
   */
  readonly monitoring?: MonitoringOptions;
}

/** The pet store of an environment. Its image is that of the operator. */
export interface EnvironmentPetStore extends Omit<PetStoreProps, 'namespace' | 'image'> {
  /** Made for it. */
  readonly namespace: string;
}
