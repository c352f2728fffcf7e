import type { OperatorDeclaration, SettingValue } from '../../declaration/index.ts';

/** The image that the operator runs from. */
export interface OperatorImage {
  /** Registry and path, without tag or digest. @default 'ghcr.io/kubewright/operator' (Kubewright's own only) */
  readonly repository?: string;
  /** @default - the declaration's version: an exact one, never a moving tag */
  readonly tag?: string;
  /** Digest of the image, which wins over the tag. Take it from the registry. @default - none: the tag decides */
  readonly digest?: `sha256:${string}`;
  /** @default 'IfNotPresent' */
  readonly pullPolicy?: 'Always' | 'IfNotPresent' | 'Never';
  /** Names of Secrets in the operator's namespace with credentials of the registry. @default - none */
  readonly pullSecrets?: readonly string[];
}

/**
 * Who may read the metrics of the operator. Unless one of `secure` and `plain` is true they stay on the loopback of each
 * Pod, where `kubectl port-forward` finds them, and nothing of them is deployed: no port, no Service, no rule that lets
 * anybody in.
 */
export interface OperatorMetrics {
  /**
   * By TLS, and to those alone whose token may `get` the nonResourceURL `/metrics`: bind them to the ClusterRole
   * `<name>-metrics-reader`, which comes with it. The operator gets the right to find that out (`create` on
   * `tokenreviews` and `subjectaccessreviews`), which there is for the whole cluster only, also where `namespaces` are
   * named.
   *
   * @default false
   */
  readonly secure?: boolean;
  /**
   * By plain HTTP, to everybody who reaches the Pods: nobody is asked who he is. The NetworkPolicy of the operator lets
   * every Pod of the cluster in; and where the cluster's network does not keep such policies, everything that has a way
   * there.
   *
   * @default false
   */
  readonly plain?: boolean;
  /**
   * Name of a Secret in the operator's namespace with the certificate: `tls.crt` and `tls.key`, for
   * `<name>-metrics.<namespace>.svc`, and the `ca.crt` that a scraper can check it with, as cert-manager makes it. The
   * operator follows it; it must exist before its Pods can start.
   *
   * @default - each Pod makes a certificate of its own, which nobody can check
   */
  readonly certificateSecret?: string;
}

/** CPU in thousandths of a core. */
export type CpuQuantity = `${number}m`;

/** Memory in MiB. */
export type MemoryQuantity = `${number}Mi`;

/** What the operator's container asks for and may use at most. */
export interface OperatorResources {
  /** @default '100m' */
  readonly cpuRequest?: CpuQuantity;
  /** @default - none: a leader that is throttled can lose its lease */
  readonly cpuLimit?: CpuQuantity;
  /** @default '128Mi' */
  readonly memoryRequest?: MemoryQuantity;
  /** @default '256Mi' */
  readonly memoryLimit?: MemoryQuantity;
}

/**
 * Settings of the operator by name. Which exist is the declaration's business: those below are of the runtime, so
 * every operator built with it has them; an operator's own are set by their names in its declaration.
 *
 * A name that the declaration does not have, or a value that it does not allow, is an error of the synth.
 */
export interface OperatorSettings {
  /** @default 'info' */
  readonly logLevel?: 'debug' | 'info' | 'warn' | 'error';
  /** @default 'json' */
  readonly logFormat?: 'json' | 'text';
  /** Objects of one controller that are reconciled at the same time. @default 10 */
  readonly workers?: number;
  /** Seconds that running reconciles get when the operator stops. @default 30 */
  readonly gracePeriodSeconds?: number;
  /** Seconds after which a leader that does not renew its lease is replaced: more than the renew deadline. @default 15 */
  readonly leaseDurationSeconds?: number;
  /** Seconds after which a leader that cannot renew its lease stops writing: more than 1.2 retry periods. @default 10 */
  readonly renewDeadlineSeconds?: number;
  /** Seconds between two attempts to get or renew the lease. @default 2 */
  readonly retryPeriodSeconds?: number;
  /** How long a cache may take to fill before that is logged and counted, such as `5m`. @default '2m' */
  readonly cacheSyncTimeout?: string;
  /** @default - the declaration's */
  readonly metricsPort?: number;
  /** May be that of the metrics, if those are plain. @default - the declaration's */
  readonly healthPort?: number;
  readonly [name: string]: SettingValue | undefined;
}

/** What differs from one environment to the next. */
export interface OperatorOptions {
  /** @default - the image that the declared version was published as */
  readonly image?: OperatorImage;
  /** Pods. One works; the others stand by with warm caches and take over. @default 2 */
  readonly replicas?: number;
  /** The only namespaces to serve, with permissions in those only. They must exist. @default - the whole cluster */
  readonly namespaces?: readonly string[];
  /** The only controllers to run, with the permissions of those only. @default - all that are declared */
  readonly controllers?: readonly string[];
  /** @default - the operator's own defaults */
  readonly settings?: OperatorSettings;
  /** @default - 100m CPU and 128Mi, at most 256Mi */
  readonly resources?: OperatorResources;
  /** Who may read the metrics. @default - who is in the Pod: they stay on loopback */
  readonly metrics?: OperatorMetrics;
}

/** Options of one place where the operator runs. */
export interface OperatorEnvironment extends OperatorOptions {
  /** Namespace of the operator itself. */
  readonly namespace: string;
}

export interface OperatorProps extends OperatorOptions {
  /** Options to start from; what is given beside it wins, option by option. @default - none */
  readonly environment?: OperatorEnvironment;
  /** The operator to deploy. @default - Kubewright's own operators */
  readonly declaration?: OperatorDeclaration;
  /**
   * Name of this installation: of its Deployment, ServiceAccount, roles and Lease. A second installation in the same
   * cluster needs another one.
   *
   * @default - the operator's name
   */
  readonly name?: string;
  /** Namespace of the operator itself; it must exist. @default - the environment's, else the chart's */
  readonly namespace?: string;
}
