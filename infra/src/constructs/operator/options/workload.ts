/** The ServiceAccount as which the operator runs. */
export interface OperatorServiceAccount {
  /** @default - the name of the installation */
  readonly name?: string;
  /** Whether it is created here. `false`: it exists; `name` is needed then. @default true */
  readonly create?: boolean;
  /** Such as the role that a cloud gives it. @default - none beside those of all objects */
  readonly annotations?: Readonly<Record<string, string>>;
}

/** A number of Pods, or a share of them such as `50%`. */
export type PodCount = number | `${number}%`;

/** How many Pods may be evicted at the same time: the one or the other. */
export interface OperatorDisruptions {
  /** @default 1 */
  readonly maxUnavailable?: PodCount;
  /** @default - `maxUnavailable` decides */
  readonly minAvailable?: PodCount;
}

/** How Pods are replaced; not both may be 0. */
export interface OperatorRollingUpdate {
  /** How many may run beside those that are wanted. @default 1 */
  readonly maxSurge?: PodCount;
  /** How many of those that are wanted may be missing. @default 0 */
  readonly maxUnavailable?: PodCount;
}
