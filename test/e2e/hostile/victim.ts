import type { ControllerDefinition } from '../../../operator/runtime/src/reconcile/index.ts';

/** A kind that is sent bad input. */
export interface Victim {
  readonly api: ControllerDefinition['api'];
  /** A valid spec, which each attack changes. It leads to few Pods, because there are many resources. */
  readonly spec: Readonly<Record<string, unknown>>;
  /** Further values, by field, for fields of the spec whose text has a format. */
  readonly more?: Readonly<Record<string, readonly string[]>>;
  /** Reasons of `Ready=False` that are about the cluster and not about the resource. */
  readonly ofCluster: readonly string[];
}
