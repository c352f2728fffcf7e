import type { ObjectMeta } from '../base/index.ts';

/** Any JSON. */
export type JsonValue =
  null | boolean | number | string | readonly JsonValue[] | { readonly [name: string]: JsonValue };

/** Any JSON except `null`: the API server treats `null` here as missing. */
export type UnknownValue = Exclude<JsonValue, null>;

/**
 * An object of another API as a field: the API server requires `apiVersion` and `kind`, and preserves everything else.
 */
export interface EmbeddedResource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata?: Partial<ObjectMeta>;
  readonly [name: string]: unknown;
}

/** A Kubernetes quantity as it was written: `500m`, `1.5Gi`, 2. */
export type Quantity = number | string;

/** https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/ */
export const quantityPattern = '^[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]+)?$';
