import type { Api } from '../../../operator/runtime/src/api/index.ts';

/** A kind to which the test sends bad input. */
export interface Victim {
  readonly api: Api;
  /** A valid spec, which each attack changes. It creates few Pods, because there are many objects. */
  readonly spec: Readonly<Record<string, unknown>>;
  /** Additional values for text fields of the spec with a format, by field. */
  readonly more?: Readonly<Record<string, readonly string[]>>;
  /** Reasons of `Ready=False` that are about the cluster, not about the object. */
  readonly ofCluster: readonly string[];
}
