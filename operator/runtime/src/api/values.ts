import type { ObjectMeta } from '../base/index.ts';

/** Any JSON value. */
export type JsonValue =
  null | boolean | number | string | readonly JsonValue[] | { readonly [name: string]: JsonValue };

/** Any JSON value except `null`: the API server treats `null` in such a field as missing. */
export type UnknownValue = Exclude<JsonValue, null>;

/**
 * An object of another API in a field. The API server requires `apiVersion` and `kind`, and preserves everything else.
 */
export interface EmbeddedResource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata?: Partial<ObjectMeta>;
  readonly [name: string]: unknown;
}

/** A Kubernetes quantity as it was written: `500m`, `1.5Gi`, 2. */
export type Quantity = number | string;

/**
 * The API server's syntax of a quantity:
 * https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
 */
export const quantityPattern = '^[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]+)?$';
