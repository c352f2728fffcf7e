// Generated from Kubernetes 1.36.4 by `npm run generate`: do not edit. Comments are those of its OpenAPI documents.
import type { Condition, Kind, NamespacedObject } from '../../base/index.ts';
import type { IntOrString, LabelSelector } from './meta.ts';

/** PodDisruptionBudget is an object to define the max disruption that can be caused to a collection of pods */
export interface PodDisruptionBudget extends NamespacedObject {
  /** Specification of the desired behavior of the PodDisruptionBudget. */
  readonly spec: PodDisruptionBudgetSpec;
  /** Most recently observed status of the PodDisruptionBudget. */
  readonly status?: PodDisruptionBudgetStatus;
}

export const PodDisruptionBudget: Kind<PodDisruptionBudget> = {
  group: 'policy',
  version: 'v1',
  kind: 'PodDisruptionBudget',
  plural: 'poddisruptionbudgets',
  namespaced: true,
};

/** PodDisruptionBudgetSpec is a description of a PodDisruptionBudget. */
export interface PodDisruptionBudgetSpec {
  /**
   * An eviction is allowed if at most "maxUnavailable" pods selected by "selector" are unavailable after the eviction,
   * i.e. even in absence of the evicted pod.
   */
  readonly maxUnavailable?: IntOrString;
  /**
   * An eviction is allowed if at least "minAvailable" pods selected by "selector" will still be available after the
   * eviction, i.e. even in the absence of the evicted pod.
   */
  readonly minAvailable?: IntOrString;
  /** Label query over pods whose evictions are managed by the disruption budget. */
  readonly selector?: LabelSelector;
  /** UnhealthyPodEvictionPolicy defines the criteria for when unhealthy pods should be considered for eviction. */
  readonly unhealthyPodEvictionPolicy?: 'AlwaysAllow' | 'IfHealthyBudget';
}

/** PodDisruptionBudgetStatus represents information about the status of a PodDisruptionBudget. */
export interface PodDisruptionBudgetStatus {
  /** Conditions contain conditions for PDB. */
  readonly conditions?: readonly Condition[];
  /** current number of healthy pods */
  readonly currentHealthy?: number;
  /** minimum desired number of healthy pods */
  readonly desiredHealthy?: number;
  /**
   * DisruptedPods contains information about pods whose eviction was processed by the API server eviction subresource
   * handler but has not yet been observed by the PodDisruptionBudget controller.
   */
  readonly disruptedPods?: Readonly<Record<string, string>>;
  /** Number of pod disruptions that are currently allowed. */
  readonly disruptionsAllowed?: number;
  /** total number of pods counted by this disruption budget */
  readonly expectedPods?: number;
  /** Most recent generation observed when updating this PDB status. */
  readonly observedGeneration?: number;
}
