// Generated from Kubernetes 1.36.4 by `npm run generate`: do not edit. Comments are those of its OpenAPI documents.
import type { Kind, KubeObject } from '../../base/index.ts';

/** PriorityClass defines mapping from a priority class name to the priority integer value. */
export interface PriorityClass extends KubeObject {
  /** description is an arbitrary string that usually provides guidelines on when this priority class should be used. */
  readonly description?: string;
  /**
   * globalDefault specifies whether this PriorityClass should be considered as the default priority for pods that do
   * not have any priority class.
   */
  readonly globalDefault?: boolean;
  /** preemptionPolicy is the Policy for preempting pods with lower priority. */
  readonly preemptionPolicy?: 'Never' | 'PreemptLowerPriority';
  /** value represents the integer value of this priority class. */
  readonly value?: number;
}

export const PriorityClass: Kind<PriorityClass> = {
  group: 'scheduling.k8s.io',
  version: 'v1',
  kind: 'PriorityClass',
  plural: 'priorityclasses',
  namespaced: false,
};
