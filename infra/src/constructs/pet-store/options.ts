import type { OperatorImage, OperatorResources } from '../operator/index.ts';

/** The volume for the file with the pets. */
export interface PetStoreData {
  /** @default 1 */
  readonly sizeGibibytes?: number;
  /** @default - the cluster's default class */
  readonly storageClass?: string;
}

export interface PetStoreProps {
  /** Name of the Deployment, the Service and the claim. @default 'petstore-service' */
  readonly name?: string;
  /** Namespace of the store; it must exist. @default - the chart's, else 'petstore' */
  readonly namespace?: string;
  /**
   * The image of Kubewright's operators, which contains the store. @default - the published image of this package's
   * version
   */
  readonly image?: OperatorImage;
  /** Keeps the pets on a volume. @default - in memory: they are lost when the Pod is deleted */
  readonly data?: PetStoreData;
  /**
   * Opens this port on every node (30000 to 32767), for clients outside of the cluster. The store does not authenticate
   * clients, and does not encrypt.
   *
   * @default - the store is reachable from inside of the cluster only
   */
  readonly nodePort?: number;
  /** Which requests are logged: none, all, or this share of them (more than 0, at most 1). @default 'never' */
  readonly sampling?: 'never' | 'always' | number;
  /** @default - 10m CPU and 64Mi, at most 256Mi */
  readonly resources?: OperatorResources;
  /** Labels of every object, beside the recommended ones. @default - none */
  readonly labels?: Readonly<Record<string, string>>;
  /** Annotations of every object. @default - none */
  readonly annotations?: Readonly<Record<string, string>>;
}
