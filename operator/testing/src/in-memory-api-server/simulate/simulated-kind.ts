import type { Kind } from '@kubewright/runtime/internal/base';
import type { DaemonSet, Deployment, Job, StatefulSet } from '@kubewright/runtime/kinds';

/** The kinds that can be simulated. */
export type SimulatedKind = Kind<DaemonSet> | Kind<Deployment> | Kind<Job> | Kind<StatefulSet>;

/** A kind of which some objects fail. Create it with `failing`. */
export interface FailingKind {
  readonly failing: SimulatedKind;
  readonly which: (object: never) => boolean;
}

/**
 * Simulates a kind whose objects fail: a Job exceeds its backoff limit, a Deployment its progress deadline, a
 * StatefulSet or DaemonSet has no ready Pod.
 *
 * @param which selects the objects that fail; the others become ready or complete. @default - all fail
 */
export function failing<K extends SimulatedKind>(
  kind: K,
  which: (object: K extends Kind<infer T> ? T : never) => boolean = () => true,
): FailingKind {
  return { failing: kind, which };
}
