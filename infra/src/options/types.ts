// Written by `npm run generate` from the groups in this folder: change them instead.
import type { OperatorDeclaration } from '../declaration/declaration.ts';
import type { ArgoCdCluster, OperatorSettings, Patch, PatchOperation, PodCount } from './given-types.ts';
import type { Quantity } from './quantity.ts';
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
import type { NetworkPolicyEgressRule, NetworkPolicyPeer } from 'kubernetes-types/networking/v1';

/** What can be changed of an alert. */
export interface AlertOptions {
  /** How long its expression has to hold before the alert fires, such as `15m`. */
  readonly for?: string;
  /** The label `severity`, by which an Alertmanager routes the alert. */
  readonly severity?: string;
}

/** How Argo CD finds the manifests, and where it deploys them. */
export interface ArgoCdOptions {
  /** URL of the repository, as Argo CD knows it. Credentials do not belong here. */
  readonly repository: string;
  /** Branch, tag or commit. @default 'HEAD', the default branch */
  readonly revision?: string;
  /** The AppProject. @default 'default' */
  readonly project?: string;
  /** Namespace of Argo CD. @default 'argocd' */
  readonly namespace?: string;
  /** The cluster of each environment, by its name. @default - the cluster in which Argo CD runs */
  readonly destinations?: Readonly<Record<string, ArgoCdCluster>>;
  /** Whether Argo CD syncs on its own, and reverts what others change. @default true */
  readonly automated?: boolean;
}

/** A certificate that cert-manager writes. Its injector also tells the API servers whom to trust. */
export interface CertManagerCertificate {
  /** Who issues it, with an authority: the injector takes `ca.crt` from its Secret. */
  readonly issuer: CertManagerIssuer;
}

/** An object of cert-manager that issues certificates. It must exist. */
export interface CertManagerIssuer {
  /** The name of the Issuer or ClusterIssuer. */
  readonly name: string;
  /** An Issuer is in the operator's namespace. @default 'Issuer' */
  readonly kind?: 'Issuer' | 'ClusterIssuer';
}

/** A certificate in a folder that the Pods have anyway: by `pod.volumes`, or by somebody who adds it to the Pods. */
export interface CertificateFolder {
  /**
   * Absolute path of the folder with `tls.crt` and `tls.key` for `<name>-webhooks.<namespace>.svc`. The operator
   * reloads a changed certificate.
   */
  readonly folder: string;
  /**
   * The certificates of the authorities that issue it, as PEM: they are the `caBundle` of the configurations.
   *
   * @default - whoever writes the certificate also sets `caBundle`
   */
  readonly authorities?: string;
}

/** What Grafana's sidecar reads from the ConfigMap of a dashboard. */
export interface DashboardOptions {
  /** Labels by which Grafana's sidecar selects ConfigMaps. @default { grafana_dashboard: '1' } */
  readonly labels?: Readonly<Record<string, string>>;
  /** The dashboard's folder in Grafana, if the sidecar reads `grafana_folder`. @default - the sidecar's own */
  readonly folder?: string;
}

/** What can be changed of an alert about how long something takes. */
export interface DurationAlertOptions extends AlertOptions {
  /** The time above which the alert fires, such as `10m`. */
  readonly above?: string;
}

/**
 * One environment in which the operator runs, as plain data. Each has a folder of manifests, and can be deployed by
 * Pulumi.
 */
export interface Environment extends OperatorEnvironment {
  /**
   * Name of the environment: of its folder of manifests and of its stack. No object is named by it: that is what
   * `installation` is for.
   */
  readonly name: string;
  /**
   * Namespaces to create for users' resources: in a unit of their own, and kept as `crds` says of definitions.
   *
   * @default - none
   */
  readonly createNamespaces?: readonly string[];
  /** The namespace of the operator. @default - it is created, and enforces Pod Security "restricted" */
  readonly ownNamespace?: EnvironmentNamespace;
  /**
   * The CustomResourceDefinitions: `keep` them whatever prunes, because each takes all resources of its kind along;
   * `prune` them with everything else; or `skip` them, as somebody else deploys them.
   *
   * @default 'keep'
   */
  readonly crds?: 'keep' | 'prune' | 'skip';
  /**
   * Refuses to delete the operator while there are resources with its finalizers, by a `RemovalGuard`. It is deployed
   * with the definitions if their chart is in the same app and has the environment, else with the operator.
   *
   * @default true; required if `crds` is `skip` and `namespaces` are given, because the guard is cluster-scoped
   */
  readonly removalGuard?: boolean;
  /**
   * Leaves the CustomResourceDefinitions as they are when an older version is applied, as a rollback does. `false` is
   * for clusters older than Kubernetes 1.36: keep the newer definitions yourself there.
   *
   * @default true
   */
  readonly rollbackGuard?: boolean;
  /**
   * Lets those who may edit or view a namespace edit or view the kinds of the operator in it, by ClusterRoles that
   * Kubernetes aggregates.
   *
   * @default false
   */
  readonly aggregatedRoles?: boolean;
  /**
   * What the admission policies of the operator do: `enforce`, only `warn`, or nothing, as they are not deployed
   * (`off`). They are cluster-scoped objects, also if `namespaces` limits what they look at.
   *
   * @default 'enforce', or 'off' if `namespaces` is set
   */
  readonly policies?: 'enforce' | 'warn' | 'off';
  /**
   * Deploys a pet store, and samples of Pet. Set its address in `settings.petstoreAddress`.
   *
   * @default - no store: the Pet operator calls the store in its settings
   */
  readonly petStore?: EnvironmentPetStore;
  /** Whether the samples are a unit of the manifests. @default true */
  readonly samples?: boolean;
  /** Namespace of the samples. @default 'default' */
  readonly samplesNamespace?: string;
  /**
   * Deploys objects of the Prometheus Operator, whose CustomResourceDefinitions the cluster must have. `{}` is enough.
   * Needs `metrics` with `secure` or `plain`.
   *
   * @default - none
   */
  readonly monitoring?: MonitoringOptions;
}

/** The namespace in which the operator itself runs. */
export interface EnvironmentNamespace {
  /** Whether it is created. `false`: it exists, and is left alone. @default true */
  readonly create?: boolean;
  /** Labels, over those of Pod Security. @default - none */
  readonly labels?: Readonly<Record<string, string>>;
  /** @default - none */
  readonly annotations?: Readonly<Record<string, string>>;
}

/** The pet store of an environment. It uses the image of the operator. */
export interface EnvironmentPetStore {
  /** Name of the Deployment, the Service and the claim. @default 'petstore-service' */
  readonly name?: string;
  /** Keeps the pets on a volume. @default - in memory: they are lost when the Pod is deleted */
  readonly data?: PetStoreData;
  /**
   * Opens this port on every node (30000 to 32767), for clients outside of the cluster. The store does not authenticate
   * clients, and does not encrypt.
   *
   * @default - the store is reachable from inside of the cluster only
   */
  readonly nodePort?: number;
  /** Which requests are logged: none, all, or this share of them (more than 0, at most 1). @default 'never' */
  readonly sampling?: 'never' | 'always' | number;
  /** @default - 10m CPU and 64Mi, at most 256Mi */
  readonly resources?: OperatorResources;
  /** Labels of every object, beside the recommended ones. @default - none */
  readonly labels?: Readonly<Record<string, string>>;
  /** Annotations of every object. @default - none */
  readonly annotations?: Readonly<Record<string, string>>;
  /** Namespace of the store. It is created. */
  readonly namespace: string;
}

/** How Flux finds the manifests, and how often it looks at them. */
export interface FluxOptions {
  /** The source of the manifests, which exists already. */
  readonly source: FluxSource;
  /** Namespace of the Kustomizations. @default 'flux-system' */
  readonly namespace?: string;
  /** How often drift is corrected, such as `10m` or `1h30m`. @default '10m' */
  readonly interval?: string;
  /** When a failed Kustomization is tried again. @default '1m' */
  readonly retryInterval?: string;
  /** How long Flux waits until all objects of a unit are ready. @default '5m' */
  readonly timeout?: string;
  /** The ServiceAccount, in the namespace of the Kustomizations, whose permissions Flux uses. @default - Flux's own */
  readonly serviceAccountName?: string;
}

/** A source of Flux. */
export interface FluxSource {
  readonly name: string;
  /** @default - the namespace of the Kustomizations */
  readonly namespace?: string;
  /** @default 'GitRepository' */
  readonly kind?: 'GitRepository' | 'OCIRepository' | 'Bucket';
}

/** How Argo CD and Flux deploy manifests that are in a Git repository. */
export interface GitOps {
  /**
   * How the names of all Applications and Kustomizations begin: `<name>-<environment>-<unit>`. One Argo CD, or one
   * Flux, must not have two with the same name.
   */
  readonly name: string;
  /** Path of the folder of manifests in the repository, such as `deploy/manifests`. `.` is the repository itself. */
  readonly path: string;
  /** Writes Applications, below `argo-cd/`. @default - none */
  readonly argoCd?: ArgoCdOptions;
  /** Writes Kustomizations of Flux, below `flux/`. @default - none */
  readonly flux?: FluxOptions;
}

/** The options of the monitoring of an operator. */
export interface MonitoringOptions {
  /**
   * Labels by which a Prometheus selects ServiceMonitors and PrometheusRules, such as `{ release:
   * 'kube-prometheus-stack' }`. They are added to the recommended labels.
   *
   * @default - none
   */
  readonly labels?: Readonly<Record<string, string>>;
  /**
   * Changes alerts, or leaves them out. `false` deploys none at all.
   *
   * @default - all alerts about an operator, and those about the kinds that it serves
   */
  readonly alerts?: OperatorAlertsOptions | false;
  /** URL of a folder with the pages of `docs/runbooks`. @default - the alerts have no links */
  readonly runbooks?: string;
  /** Deploys a Grafana dashboard about the operator. `{}` is enough. @default - none */
  readonly dashboard?: DashboardOptions;
  /** How often and how the metrics are scraped. @default - as the Prometheus does it */
  readonly scrape?: ScrapeOptions;
  /**
   * Name of a Secret in the operator's namespace with the `token` by which secure metrics are scraped.
   *
   * @default - one of a ServiceAccount `<name>-metrics-scraper`, which may read these metrics and nothing else
   */
  readonly tokenSecret?: string;
}

/** A certificate that somebody else writes. */
export interface MountedCertificate {
  /**
   * Name of a Secret in the operator's namespace with `tls.crt` and `tls.key` for `<name>-webhooks.<namespace>.svc`.
   * The operator reloads a changed certificate. The Pods do not start before the Secret exists.
   */
  readonly secret: string;
  /**
   * The certificates of the authorities that issue it, as PEM: they are the `caBundle` of the configurations.
   *
   * @default - whoever writes the Secret also sets `caBundle`
   */
  readonly authorities?: string;
}

/**
 * A change of objects that are created, for fields that no option sets.
 *
 * It cannot change `apiVersion`, `kind`, `metadata.name` or `metadata.namespace`. What it sets is not checked further:
 * the API server does that.
 */
export interface ObjectPatch {
  /** The kind of the objects, such as `Deployment`. */
  readonly kind: string;
  /** The name of the object. @default - every object of the kind */
  readonly name?: string;
  /**
   * A merge patch (RFC 7386): what is to be different, where `null` removes a field and a list replaces the whole list.
   * Or a list of operations (RFC 6902), which can also change one item of a list.
   *
   * @see https://www.rfc-editor.org/rfc/rfc7386
   * @see https://www.rfc-editor.org/rfc/rfc6902
   */
  readonly patch: Readonly<Record<string, unknown>> | readonly PatchOperation[];
}

/** The alerts about an operator: what is changed of each, or `false` for one that is left out. */
export interface OperatorAlertsOptions {
  /** No Pod of the operator answers Prometheus. @default { for: '5m', severity: 'critical' } */
  readonly OperatorDown?: AlertOptions | false;
  /** Pods answer, but none of them leads. @default { for: '5m', severity: 'critical' } */
  readonly OperatorNoLeader?: AlertOptions | false;
  /** Reconciles of a controller fail. @default { above: 0.1, for: '15m', severity: 'warning' } */
  readonly OperatorReconcileErrors?: ShareAlertOptions | false;
  /** One reconcile of a controller does not end. @default { above: '10m', for: '5m', severity: 'warning' } */
  readonly OperatorReconcileStuck?: DurationAlertOptions | false;
  /** Changes wait in the queue of a controller. @default { above: '5m', for: '15m', severity: 'warning' } */
  readonly OperatorQueueSlow?: DurationAlertOptions | false;
  /** Calls to the API server fail. @default { above: 0.1, for: '15m', severity: 'warning' } */
  readonly OperatorApiErrors?: ShareAlertOptions | false;
  /** A kind cannot be listed and watched. @default { for: '15m', severity: 'warning' } */
  readonly OperatorCacheNotFilled?: AlertOptions | false;
  /** Requests to webhooks or conversions fail. @default { above: 0.05, for: '10m', severity: 'warning' } */
  readonly OperatorWebhookErrors?: ShareAlertOptions | false;
  /** Objects cannot be converted between versions of their kind. @default { for: '5m', severity: 'critical' } */
  readonly OperatorConversionErrors?: AlertOptions | false;
  /** The files of a mounted certificate cannot be used. @default { for: '15m', severity: 'warning' } */
  readonly OperatorCertificateErrors?: AlertOptions | false;
}

/** How many Pods may be evicted at the same time: the one or the other. */
export interface OperatorDisruptions {
  /** @default 1 */
  readonly maxUnavailable?: PodCount;
  /** @default - `maxUnavailable` decides */
  readonly minAvailable?: PodCount;
}

/** Whom the Pods may reach: DNS, the API servers, and nobody else but whom `others` names. */
export interface OperatorEgress {
  /** The addresses of the API servers, as CIDRs. @default - every address */
  readonly apiServers?: readonly string[];
  /**
   * Their ports: that of the Service `kubernetes` and those of the servers behind it, as network plugins look at the
   * one or the other.
   *
   * @default [443, 6443]
   */
  readonly apiServerPorts?: readonly number[];
  /** What else the operator calls, such as a store. @default - nothing */
  readonly others?: readonly NetworkPolicyEgressRule[];
}

/** The options of one environment in which the operator runs. */
export interface OperatorEnvironment extends OperatorOptions {
  /** Namespace of the operator itself. */
  readonly namespace: string;
  /**
   * Name of the installation: of its Deployment, ServiceAccount, roles and Lease. Give a second installation in the
   * same cluster another one. The prop `name` of constructs and charts wins.
   *
   * @default - the operator's name
   */
  readonly installation?: string;
}

/** The image of the operator. */
export interface OperatorImage {
  /**
   * Registry and path, without tag or digest.
   *
   * @default 'ghcr.io/kubewright/operator' (for Kubewright's own operators only)
   */
  readonly repository?: string;
  /** @default - the declaration's version: an exact version, never a tag that moves */
  readonly tag?: string;
  /**
   * Digest of the image; the kubelet then ignores the tag. Take it from the registry.
   *
   * @default - none: the tag decides
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

/**
 * Who may reach the Pods of the operator, and whom they may reach.
 *
 * @see https://kubernetes.io/docs/concepts/services-networking/network-policies/
 */
export interface OperatorNetwork {
  /** Who may ask for the metrics, if they are served. @default - every Pod of the cluster */
  readonly metricsFrom?: readonly NetworkPolicyPeer[];
  /**
   * Who may ask the webhooks, if there are some: the API servers, which are no Pods.
   *
   * @default - everybody, because nobody knows here which addresses they have
   */
  readonly webhooksFrom?: readonly NetworkPolicyPeer[];
  /** Limits whom the Pods may reach. `{}` is enough. @default - it is not limited */
  readonly egress?: OperatorEgress;
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
  /**
   * Labels of every object, Pods included: beside the recommended ones, of which those that select Pods stay as they
   * are.
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
   * Whether the permissions are created. `false`: somebody else binds them to the ServiceAccount, as `OperatorRbac`
   * does, all of them.
   *
   * @default true
   */
  readonly rbac?: boolean;
  /**
   * What the operator may create in every namespace, such as `pods` or `jobs.batch`, accepted by name: the synth fails
   * if its permissions let it create anything else there, beside events. With `namespaces` there is nothing to accept.
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
  /**
   * Who may reach the Pods, and whom they may reach; `false`: no NetworkPolicy at all.
   *
   * @default - see `OperatorNetwork`
   */
  readonly networkPolicy?: OperatorNetwork | false;
  /**
   * How many Pods may be evicted at the same time; `false`: no PodDisruptionBudget.
   *
   * @default - `{ maxUnavailable: 1 }`
   */
  readonly podDisruptionBudget?: OperatorDisruptions | false;
  /**
   * How Pods are replaced.
   *
   * @default - `{ maxSurge: 1, maxUnavailable: 0 }`: a new Pod is ready before an old one ends
   */
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
   * Changes of the Pod's security context. On OpenShift, which assigns users itself: `{ runAsUser: null, runAsGroup:
   * null }`, here and for the container.
   *
   * @default - none: it passes Pod Security "restricted"
   */
  readonly securityContext?: Patch<PodSecurityContext>;
  /** Changes of the container's security context. @default - none: it passes Pod Security "restricted" */
  readonly containerSecurityContext?: Patch<SecurityContext>;
}

export interface OperatorProps extends OperatorOptions {
  /**
   * Default values for the other options: an option that is given beside it wins. `settings`, `labels` and
   * `annotations` are merged key by key.
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

/**
 * The resource requests and limits of the operator's container: quantities of Kubernetes, such as `0.5`, `500m` or
 * `1Gi`.
 *
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
 */
export interface OperatorResources {
  /** @default '100m' */
  readonly cpuRequest?: Quantity;
  /** @default - none: a throttled leader can lose its Lease */
  readonly cpuLimit?: Quantity;
  /** @default '128Mi' */
  readonly memoryRequest?: Quantity;
  /** @default '256Mi' */
  readonly memoryLimit?: Quantity;
}

/** How Pods are replaced; not both may be 0. */
export interface OperatorRollingUpdate {
  /** How many may run beside those that are wanted. @default 1 */
  readonly maxSurge?: PodCount;
  /** How many of those that are wanted may be missing. @default 0 */
  readonly maxUnavailable?: PodCount;
}

/** The ServiceAccount as which the operator runs. */
export interface OperatorServiceAccount {
  /** @default - the name of the installation */
  readonly name?: string;
  /** Whether it is created here. `false`: it exists; `name` is needed then. @default true */
  readonly create?: boolean;
  /** Such as the role that a cloud gives it. @default - none beside those of all objects */
  readonly annotations?: Readonly<Record<string, string>>;
}

/** How API servers ask the operator about writes. */
export interface OperatorWebhooks {
  /**
   * What happens to a write while the operator does not answer: `Fail` refuses it, `Ignore` stores it unchecked.
   *
   * @default 'Fail'
   */
  readonly failurePolicy?: 'Fail' | 'Ignore';
  /** How long an API server waits for an answer: a whole number of seconds from 1 to 30. @default 10 */
  readonly timeoutSeconds?: number;
  /**
   * Namespaces whose objects are never asked about, beside kube-system and the operator's own. Name those of what the
   * operator itself needs to start.
   *
   * @default - none
   */
  readonly excludedNamespaces?: readonly string[];
  /** Where the certificate of the webhooks comes from. @default - the operator makes it, and renews it */
  readonly certificate?: CertManagerCertificate | MountedCertificate | CertificateFolder;
}

/** The volume for the file with the pets. */
export interface PetStoreData {
  /** @default 1 */
  readonly sizeGibibytes?: number;
  /** @default - the cluster's default class */
  readonly storageClass?: string;
}

export interface PetStoreProps {
  /** Name of the Deployment, the Service and the claim. @default 'petstore-service' */
  readonly name?: string;
  /** Keeps the pets on a volume. @default - in memory: they are lost when the Pod is deleted */
  readonly data?: PetStoreData;
  /**
   * Opens this port on every node (30000 to 32767), for clients outside of the cluster. The store does not authenticate
   * clients, and does not encrypt.
   *
   * @default - the store is reachable from inside of the cluster only
   */
  readonly nodePort?: number;
  /** Which requests are logged: none, all, or this share of them (more than 0, at most 1). @default 'never' */
  readonly sampling?: 'never' | 'always' | number;
  /** @default - 10m CPU and 64Mi, at most 256Mi */
  readonly resources?: OperatorResources;
  /** Labels of every object, beside the recommended ones. @default - none */
  readonly labels?: Readonly<Record<string, string>>;
  /** Annotations of every object. @default - none */
  readonly annotations?: Readonly<Record<string, string>>;
  /** Namespace of the store; it must exist. @default - the chart's, else 'petstore' */
  readonly namespace?: string;
  /**
   * The image of Kubewright's operators, which contains the store.
   *
   * @default - the published image of this package's version
   */
  readonly image?: OperatorImage;
}

/** How often and how series are scraped: fields as the Prometheus Operator has them. */
export interface ScrapeOptions {
  /** Such as `30s`. @default - the Prometheus' own */
  readonly interval?: string;
  /** Less than the interval. @default - the Prometheus' own */
  readonly scrapeTimeout?: string;
  /** Applied to a target before it is scraped. @default - none */
  readonly relabelings?: readonly object[];
  /** Applied to the series. @default - none */
  readonly metricRelabelings?: readonly object[];
}

/** What can be changed of an alert about how many of the calls or reconciles fail. */
export interface ShareAlertOptions extends AlertOptions {
  /** The share above which the alert fires, such as `0.1` for a tenth: at least 0, and less than 1. */
  readonly above?: number;
}
