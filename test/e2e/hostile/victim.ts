import type { Api } from '../../../operator/runtime/src/api/index.ts';

/** A kind that receives bad input. */
export interface Victim {
  readonly api: Api;
  /** A valid spec, which each attack changes. It leads to few Pods, because there are many objects. */
  readonly spec: Readonly<Record<string, unknown>>;
  /** More values for formatted text fields of the spec, by field. */
  readonly more?: Readonly<Record<string, readonly string[]>>;
  /** Reasons of `Ready=False` that concern the cluster and not the object. */
  readonly ofCluster: readonly string[];
}
