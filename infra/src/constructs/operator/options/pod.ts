import type {
  Affinity,
  EnvVar,
  PodSecurityContext,
  SecurityContext,
  Toleration,
  TopologySpreadConstraint,
  Volume,
  VolumeMount,
} from 'kubernetes-types/core/v1';

/** A part of an object that is merged into ours: `null` removes a field. https://www.rfc-editor.org/rfc/rfc7396 */
export type Patch<T> = { readonly [Field in keyof T]?: T[Field] | null };

/**
 * Where the Pods of the operator run, and what they have besides: fields as Kubernetes has them.
 *
 * @see https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/
 */
export interface OperatorPod {
  /** @default - none beside those of all objects */
  readonly labels?: Readonly<Record<string, string>>;
  /** @default - none */
  readonly annotations?: Readonly<Record<string, string>>;
  /** Labels that a node must have. @default - none */
  readonly nodeSelector?: Readonly<Record<string, string>>;
  /** Taints of nodes that the Pods tolerate. @default - none */
  readonly tolerations?: readonly Toleration[];
  /** @default - none */
  readonly affinity?: Affinity;
  /** @default - the cluster's default class */
  readonly priorityClassName?: string;
  /** @default - prefers nodes and zones without another Pod of the operator; `[]`: none */
  readonly topologySpreadConstraints?: readonly TopologySpreadConstraint[];
  /** Environment variables, but for those of the settings and of this construct. @default - none */
  readonly env?: readonly EnvVar[];
  /** Arguments of the command, behind those of the image. @default - none */
  readonly args?: readonly string[];
  /** Volumes beside `tmp` and those of certificates. @default - none */
  readonly volumes?: readonly Volume[];
  /** @default - none */
  readonly volumeMounts?: readonly VolumeMount[];
  /**
   * Changes of the Pod's security context. On OpenShift, which assigns users itself: `{ runAsUser: null, runAsGroup: null
   * }`, here and for the container.
   *
   * @default - none: it passes Pod Security "restricted"
   */
  readonly securityContext?: Patch<PodSecurityContext>;
  /** Changes of the container's security context. @default - none: it passes Pod Security "restricted" */
  readonly containerSecurityContext?: Patch<SecurityContext>;
}
