import type { OperatorDeclaration, SettingValue } from '../../declaration/index.ts';
import type { OperatorWebhooks } from '../webhooks/index.ts';

/** The image of the operator. */
export interface OperatorImage {
  /**
   * Registry and path, without tag or digest. @default 'ghcr.io/kubewright/operator' (for Kubewright's own operators
   * only)
   */
  readonly repository?: string;
  /** @default - the declaration's version: an exact version, never a tag that moves */
  readonly tag?: string;
  /**
   * Digest of the image; the kubelet then ignores the tag. Take it from the registry. @default - none: the tag decides
   */
  readonly digest?: `sha256:${string}`;
  /** @default 'IfNotPresent' */
  readonly pullPolicy?: 'Always' | 'IfNotPresent' | 'Never';
  /** Names of Secrets in the operator's namespace with credentials for the registry. @default - none */
  readonly pullSecrets?: readonly string[];
}

/**
 * Who may read the metrics of the operator.
 *
 * Unless `secure` or `plain` is true, the metrics are served on the loopback address of each Pod only, which `kubectl
 * port-forward` reaches. Then nothing is deployed for them: no port, no Service, no ingress rule.
 */
export interface OperatorMetrics {
  /**
   * Serves the metrics over TLS, to clients whose token may `get` the nonResourceURL `/metrics`. Bind them to the
   * ClusterRole `<name>-metrics-reader`, which is deployed, too. The operator gets the permissions to check tokens:
   * `create` on `tokenreviews` and `subjectaccessreviews`. They are cluster-wide, even if `namespaces` is set.
   *
   * @default false
   */
  readonly secure?: boolean;
  /**
   * Serves the metrics over plain HTTP, without authentication. The operator's NetworkPolicy allows ingress from every
   * Pod of the cluster. If the network plugin does not enforce NetworkPolicies, everybody who can reach the Pods can
   * read the metrics.
   *
   * @default false
   */
  readonly plain?: boolean;
  /**
   * Name of a Secret in the operator's namespace with the certificate for secure metrics: `tls.crt` and `tls.key` for
   * `<name>-metrics.<namespace>.svc`, and the `ca.crt` by which clients verify it, as cert-manager writes them. The
   * operator reloads a changed certificate. The Pods do not start before the Secret exists.
   *
   * @default - each Pod creates a self-signed certificate, which clients cannot verify
   */
  readonly certificateSecret?: string;
}

/** CPU in thousandths of a core. */
export type CpuQuantity = `${number}m`;

/** Memory in MiB. */
export type MemoryQuantity = `${number}Mi`;

/** The resource requests and limits of the operator's container. */
export interface OperatorResources {
  /** @default '100m' */
  readonly cpuRequest?: CpuQuantity;
  /** @default - none: a throttled leader can lose its Lease */
  readonly cpuLimit?: CpuQuantity;
  /** @default '128Mi' */
  readonly memoryRequest?: MemoryQuantity;
  /** @default '256Mi' */
  readonly memoryLimit?: MemoryQuantity;
}

/**
 * Settings of the operator, by name. The declaration lists which settings exist. Those below belong to the runtime, so
 * every operator built with it has them. Set the other settings of an operator by the names in its declaration.
 *
 * A name that is not declared, or a value that is not allowed, is an error of the synth.
 */
export interface OperatorSettings {
  /** @default 'info' */
  readonly logLevel?: 'debug' | 'info' | 'warn' | 'error';
  /** @default 'json' */
  readonly logFormat?: 'json' | 'text';
  /** How many resources each controller reconciles at the same time. @default 10 */
  readonly workers?: number;
  /** Seconds that running reconciles may take when the operator stops. @default 30 */
  readonly gracePeriodSeconds?: number;
  /**
   * Seconds after which another replica replaces a leader that does not renew its Lease: more than the renew deadline.
   * @default 15
   */
  readonly leaseDurationSeconds?: number;
  /**
   * Seconds after which a leader that cannot renew its Lease stops writing: more than 1.2 retry periods. @default 10
   */
  readonly renewDeadlineSeconds?: number;
  /** Seconds between two attempts to get or renew the Lease. @default 2 */
  readonly retryPeriodSeconds?: number;
  /** How long a cache may take to fill before that is logged and counted, such as `5m`. @default '2m' */
  readonly cacheSyncTimeout?: string;
  /** @default - the declaration's */
  readonly metricsPort?: number;
  /** May be the metrics port if the metrics are plain. @default - the declaration's */
  readonly healthPort?: number;
  readonly [name: string]: SettingValue | undefined;
}

/** The options that differ between environments. */
export interface OperatorOptions {
  /** @default - the published image of the declared version */
  readonly image?: OperatorImage;
  /** Number of Pods. One is the leader; the others are standbys with synced caches. @default 2 */
  readonly replicas?: number;
  /** The namespaces to serve; the permissions are limited to them. They must exist. @default - the whole cluster */
  readonly namespaces?: readonly string[];
  /**
   * The controllers to run; the permissions are limited to what they and the webhooks need. All webhooks are served,
   * whichever controllers run.
   *
   * @default - all that are declared
   */
  readonly controllers?: readonly string[];
  /** @default - the operator's own defaults */
  readonly settings?: OperatorSettings;
  /** @default - 100m CPU and 128Mi, at most 256Mi */
  readonly resources?: OperatorResources;
  /** Who may read the metrics. @default - nobody outside of the Pod: they stay on loopback */
  readonly metrics?: OperatorMetrics;
  /**
   * How API servers ask the operator about writes, if it declares webhooks; `false`: they do not.
   *
   * @default - `{}`; `false` where `namespaces` are given, because the operator could not set `caBundle` without a
   * ClusterRole
   */
  readonly webhooks?: OperatorWebhooks | false;
}

/** The options of one environment in which the operator runs. */
export interface OperatorEnvironment extends OperatorOptions {
  /** Namespace of the operator itself. */
  readonly namespace: string;
}

export interface OperatorProps extends OperatorOptions {
  /** Default values for the other options: an option that is given beside it wins. @default - none */
  readonly environment?: OperatorEnvironment;
  /** The operator to deploy. @default - Kubewright's own operators */
  readonly declaration?: OperatorDeclaration;
  /**
   * Name of this installation: of its Deployment, ServiceAccount, roles and Lease. Give a second installation in the
   * same cluster another name.
   *
   * @default - the operator's name
   */
  readonly name?: string;
  /** Namespace of the operator itself; it must exist. @default - the environment's, else the chart's */
  readonly namespace?: string;
}
