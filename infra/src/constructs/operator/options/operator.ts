import type { OperatorDeclaration } from '../../../declaration/index.ts';
import type { ObjectPatch } from '../../patches/index.ts';
import type { OperatorWebhooks } from '../../webhooks/index.ts';
import type { OperatorImage } from './image.ts';
import type { OperatorMetrics } from './metrics.ts';
import type { OperatorNetwork } from './network.ts';
import type { OperatorPod } from './pod.ts';
import type { OperatorResources } from './resources.ts';
import type { OperatorSettings } from './settings.ts';
import type { OperatorDisruptions, OperatorRollingUpdate, OperatorServiceAccount } from './workload.ts';

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
  /**
   * Labels of every object, Pods included: beside the recommended ones, of which those that select Pods stay as they are.
   *
   * @default - none
   */
  readonly labels?: Readonly<Record<string, string>>;
  /** Annotations of every object. Those of Pods are in `pod`. @default - none */
  readonly annotations?: Readonly<Record<string, string>>;
  /** Where the Pods run, and what they have besides. @default - nothing */
  readonly pod?: OperatorPod;
  /** The ServiceAccount as which the operator runs. @default - one of its own, named as the installation */
  readonly serviceAccount?: OperatorServiceAccount;
  /**
   * Whether the permissions are created. `false`: somebody else binds them to the ServiceAccount, as `OperatorRbac` does,
   * all of them.
   *
   * @default true
   */
  readonly rbac?: boolean;
  /**
   * What the operator may create in every namespace, such as `pods` or `jobs.batch`, accepted by name: the synth fails if its
   * permissions let it create anything else there, beside events. With `namespaces` there is nothing to accept.
   *
   * @default - whatever the declaration says
   */
  readonly createsEverywhere?: readonly string[];
  /**
   * Lets the operator say which resources need it, if it has finalizers, so that a `RemovalGuard` can read it: in an
   * annotation of a LimitRange without limits.
   *
   * @default false
   */
  readonly removalGuard?: boolean;
  /** Who may reach the Pods, and whom they may reach; `false`: no NetworkPolicy at all. @default - see `OperatorNetwork` */
  readonly networkPolicy?: OperatorNetwork | false;
  /** How many Pods may be evicted at the same time; `false`: no PodDisruptionBudget. @default - `{ maxUnavailable: 1 }` */
  readonly podDisruptionBudget?: OperatorDisruptions | false;
  /** How Pods are replaced. @default - `{ maxSurge: 1, maxUnavailable: 0 }`: a new Pod is ready before an old one ends */
  readonly rollingUpdate?: OperatorRollingUpdate;
  /**
   * The addresses on which Pods listen: `any`, or only those of IPv4, where the kernel of the nodes has no IPv6.
   *
   * @default 'any'
   */
  readonly ipFamily?: 'any' | 'IPv4';
  /**
   * Changes of the objects, for fields that no option sets, in this order: of those that `Operator` creates, and in an
   * environment of all those of its `OperatorChart`. Those of `CrdsChart` and `NamespacesChart` stay as they are.
   *
   * @default - none
   */
  readonly patches?: readonly ObjectPatch[];
}

/** The options of one environment in which the operator runs. */
export interface OperatorEnvironment extends OperatorOptions {
  /** Namespace of the operator itself. */
  readonly namespace: string;
  /**
   * Name of the installation: of its Deployment, ServiceAccount, roles and Lease. Give a second installation in the same
   * cluster another one. The prop `name` of constructs and charts wins.
   *
   * @default - the operator's name
   */
  readonly installation?: string;
}

export interface OperatorProps extends OperatorOptions {
  /**
   * Default values for the other options: an option that is given beside it wins. `settings`, `labels` and `annotations`
   * are merged key by key.
   *
   * @default - none
   */
  readonly environment?: OperatorEnvironment;
  /** The operator to deploy. @default - Kubewright's own operators */
  readonly declaration?: OperatorDeclaration;
  /**
   * Name of this installation: of its Deployment, ServiceAccount, roles and Lease. Give a second installation in the
   * same cluster another name.
   *
   * @default - `installation` of the environment, else the operator's name
   */
  readonly name?: string;
  /** Namespace of the operator itself; it must exist. @default - the environment's, else the chart's */
  readonly namespace?: string;
}
