import type { MonitoringOptions, OperatorEnvironment, PetStoreProps } from '../constructs/index.ts';

/** One environment in which the operator runs, as plain data. Each has a folder of manifests and a Pulumi stack. */
export interface Environment extends OperatorEnvironment {
  /** Name of the folder and of the stack. */
  readonly name: string;
  /** Namespaces to create together with the operator's own. @default - none */
  readonly createNamespaces?: readonly string[];
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
