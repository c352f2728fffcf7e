import type { OperatorImage, OperatorResources } from '../operator/index.ts';

/** The volume of a store that keeps its pets in a file. */
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
  /** The image of Kubewright's operators has the store in it. @default - of the version of this package */
  readonly image?: OperatorImage;
  /** Keep the pets on a volume. @default - in memory: they go with the Pod */
  readonly data?: PetStoreData;
  /**
   * Open this port on every node too (30000 to 32767), for clients outside of the cluster. The store asks nobody who he
   * is, and speaks plain text.
   *
   * @default - the store is reached from inside only
   */
  readonly nodePort?: number;
  /** Which requests are logged: none, all, or this share of them (more than 0, at most 1). @default 'never' */
  readonly sampling?: 'never' | 'always' | number;
  /** @default - 10m CPU and 64Mi, at most 256Mi */
  readonly resources?: OperatorResources;
}
