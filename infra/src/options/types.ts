// Written by `npm run generate` from the groups in this folder: change them instead.
import type {
  ArgoCdCluster,
  OlmCapabilities,
  OlmInstallMode,
  OperatorSettings,
  Overrides,
  Patch,
  PodCount,
} from './given-types.ts';
import type { OperatorDeclaration, PatchOperation, PlainObject, Quantity } from '@kubewright/declaration';
import type { ApiObjectMetadata } from 'cdk8s';
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

export interface AdmissionPoliciesProps {
  /** The operator whose policies are deployed. @default - Kubewright's own operator */
  readonly declaration?: OperatorDeclaration;
  /** The installation. Objects are named `<name>-<policy>`. @default - the operator's name */
  readonly name?: string;
  /** The operator's namespace, which policies skip. @default - the chart's */
  readonly namespace?: string;
  /**
   * The namespaces in which policies validate and mutate objects.
   *
   * @default - all except `kube-system` and the operator's
   */
  readonly namespaces?: readonly string[];
  /**
   * `warn` only warns about writes that `enforce` rejects, and changes nothing. Use it to try policies in a cluster
   * with existing objects.
   *
   * @default 'enforce'
   */
  readonly mode?: 'enforce' | 'warn';
  /** Labels of every object, added to the recommended ones. @default - none */
  readonly labels?: Readonly<Record<string, string>>;
  /** Annotations of every object. @default - none */
  readonly annotations?: Readonly<Record<string, string>>;
}

export interface AggregatedRolesProps {
  /** The operator that serves the kinds. @default - Kubewright's own operator */
  readonly declaration?: OperatorDeclaration;
  /** The installation. Roles are named `<name>-<kind>-<role>`. @default - the operator's name */
  readonly name?: string;
  /** Labels of every object, added to the recommended ones. @default - none */
  readonly labels?: Readonly<Record<string, string>>;
  /** Annotations of every object. @default - none */
  readonly annotations?: Readonly<Record<string, string>>;
}

/** Overrides of an alert. */
export interface AlertOptions {
  /** How long the expression must hold before the alert fires, such as `15m`. */
  readonly for?: string;
  /** The label `severity`, by which an Alertmanager routes the alert. */
  readonly severity?: string;
}

/** A rule that alerts while its expression has a result. */
export interface AlertingRule {
  /** Name of the alert. */
  readonly alert: string;
  /** PromQL. Each series of the result is one alert. */
  readonly expr: string;
  /** How long the expression must have a result before the alert fires, such as `5m`. @default - at once */
  readonly for?: string;
  /** Added to the labels of the series. @default - none */
  readonly labels?: Readonly<Record<string, string>>;
  /** Annotations, such as `summary`. @default - none */
  readonly annotations?: Readonly<Record<string, string>>;
}

export interface ArgoCdHealthChecksProps {
  /** Metadata of the ConfigMap with Argo CD's settings. @default - `argocd-cm` in `argocd` */
  readonly metadata?: ApiObjectMetadata;
  /** @default - Kubewright's own operator */
  readonly declaration?: OperatorDeclaration;
  /** Also adds the health of Applications, so that sync waves wait for nested Applications. @default false */
  readonly applications?: boolean;
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
  /**
   * The destination cluster of each environment. Keys are names of environments.
   *
   * @default - the cluster in which Argo CD runs
   */
  readonly destinations?: Readonly<Record<string, ArgoCdCluster>>;
  /** Whether Argo CD syncs automatically, and reverts changes by others. @default true */
  readonly automated?: boolean;
}

/** A certificate that cert-manager issues. The CA injector of cert-manager also sets `caBundle`. */
export interface CertManagerCertificate {
  /** The issuer. It must write `ca.crt` to the Secret of the certificate, because the injector reads it. */
  readonly issuer: CertManagerIssuer;
}

/** A cert-manager object that issues certificates. It must exist. */
export interface CertManagerIssuer {
  /** The name of the Issuer or ClusterIssuer. */
  readonly name: string;
  /** An Issuer is in the operator's namespace. @default 'Issuer' */
  readonly kind?: 'Issuer' | 'ClusterIssuer';
}

/** A certificate in a folder of the Pods, from `pod.volumes` or a tool that adds it to the Pods. */
export interface CertificateFolder {
  /**
   * Absolute path of the folder with `tls.crt` and `tls.key` for `<name>-webhooks.<namespace>.svc`. The operator
   * reloads them.
   */
  readonly folder: string;
  /**
   * Certificates of the CAs that signed the webhook certificate, in PEM: the `caBundle` of the configurations.
   *
   * @default - you set `caBundle` in the objects yourself
   */
  readonly authorities?: string;
}

/** The installation that API servers call to convert objects. */
export interface ConvertingOperator {
  /** Namespace of the operator itself. */
  readonly namespace: string;
  /** The namespaces to serve, which must exist. Limits the permissions. @default - the whole cluster */
  readonly namespaces?: readonly string[];
  /**
   * How API servers call the operator's webhooks, if it declares any; `false` disables the webhooks.
   *
   * @default - `{}`; `false` if `namespaces` is set, because the operator could not set `caBundle` without a
   * ClusterRole
   */
  readonly webhooks?: OperatorWebhooks | false;
  /** Name of the installation. @default - the operator's name */
  readonly name?: string;
}

export interface CustomResourceDefinitionsProps {
  /** The operator whose CustomResourceDefinitions are deployed. @default - Kubewright's own operator */
  readonly declaration?: OperatorDeclaration;
  /**
   * Annotates the CRDs so that Argo CD, Flux and Helm never prune them: deleting a CRD deletes its custom resources.
   *
   * @default true
   */
  readonly keep?: boolean;
  /**
   * Retains newer CRDs when an older version is applied, which would erase fields of stored objects. Needs Kubernetes
   * 1.36.
   *
   * @default true
   */
  readonly rollbackGuard?: boolean;
  /**
   * The installation of the operator that converts objects, with the options with which it is deployed.
   *
   * @default - none: allowed only if no kind has a conversion
   */
  readonly operator?: ConvertingOperator;
  /** Labels of every object, added to the recommended ones. @default - none */
  readonly labels?: Readonly<Record<string, string>>;
  /** Annotations of every object. @default - none */
  readonly annotations?: Readonly<Record<string, string>>;
}

/** What Grafana's sidecar reads from a dashboard's ConfigMap. */
export interface DashboardOptions {
  /** Labels by which Grafana's sidecar selects ConfigMaps. @default { grafana_dashboard: '1' } */
  readonly labels?: Readonly<Record<string, string>>;
  /** Folder in Grafana, if the sidecar reads `grafana_folder`. @default - the sidecar's own */
  readonly folder?: string;
}

/** Overrides of an alert about a duration. */
export interface DurationAlertOptions extends AlertOptions {
  /** The time above which the alert fires, such as `10m`. */
  readonly above?: string;
}

/** One environment, as plain data. Each has a folder of manifests, and can be deployed with Pulumi. */
export interface Environment extends OperatorEnvironment {
  /**
   * Name of the environment: of its folder of manifests, and of Applications or Kustomizations. `installation` names
   * the objects.
   */
  readonly name: string;
  /**
   * Namespaces to create for custom resources, in their own stage. `crds` determines whether they are retained.
   *
   * @default - none
   */
  readonly createNamespaces?: readonly string[];
  /** The namespace of the operator. @default - a new namespace with Pod Security "restricted" */
  readonly ownNamespace?: EnvironmentNamespace;
  /**
   * `keep`: never prune CRDs, because deleting a CRD deletes its custom resources. `prune`: prune them with the rest.
   * `skip`: you deploy them elsewhere.
   *
   * @default 'keep'
   */
  readonly crds?: 'keep' | 'prune' | 'skip';
  /**
   * Rejects the deletion of the operator while custom resources have its finalizers, with a `RemovalGuard`. It is
   * deployed with the CRDs if their chart is in the same app and has the environment, else with the operator.
   *
   * @default true; required if `crds` is `skip` and `namespaces` is set, because the guard is cluster-scoped
   */
  readonly removalGuard?: boolean;
  /**
   * Retains newer CRDs when a rollback applies older ones. Needs Kubernetes 1.36: on older clusters set `false`, and
   * retain the newer CRDs yourself.
   *
   * @default true
   */
  readonly rollbackGuard?: boolean;
  /**
   * Lets users with `admin`, `edit` or `view` in a namespace edit or view the operator's kinds there, via aggregated
   * ClusterRoles.
   *
   * @default false
   */
  readonly aggregatedRoles?: boolean;
  /**
   * What the operator's admission policies do; `off` does not deploy them. They are cluster-scoped objects, even if
   * `namespaces` limits them.
   *
   * @default 'enforce', or 'off' if `namespaces` is set
   */
  readonly policies?: 'enforce' | 'warn' | 'off';
  /**
   * The pet store that `PetStoreChart` deploys; `SamplesChart` then includes samples of Pet. Set
   * `settings.petstoreAddress` to the address of the store.
   *
   * @default - none: the Pet operator calls the store whose address is in `settings.petstoreAddress`
   */
  readonly petStore?: EnvironmentPetStore;
  /** Whether Kubewright's own manifests and Pulumi program include the samples. @default true */
  readonly samples?: boolean;
  /** Namespace of the samples. @default 'default' */
  readonly samplesNamespace?: string;
  /**
   * Creates a ServiceMonitor and a PrometheusRule; the cluster needs their CRDs. `{}` is enough. Needs `metrics` with
   * `secure` or `plain`.
   *
   * @default - none
   */
  readonly monitoring?: MonitoringOptions;
}

/** The namespace in which the operator itself runs. */
export interface EnvironmentNamespace {
  /** Whether to create the namespace. `false`: the namespace exists, and stays unchanged. @default true */
  readonly create?: boolean;
  /** Labels, which override those of Pod Security. @default - none */
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
   * Opens this port on every node (30000 to 32767). The store neither authenticates clients nor encrypts connections.
   *
   * @default - only Pods reach the store
   */
  readonly nodePort?: number;
  /** Which requests are logged: none, all, or a share above 0 and at most 1. @default 'never' */
  readonly sampling?: 'never' | 'always' | number;
  /** @default - 10m CPU and 64Mi, at most 256Mi */
  readonly resources?: OperatorResources;
  /** Labels of every object, added to the recommended ones. @default - none */
  readonly labels?: Readonly<Record<string, string>>;
  /** Annotations of every object. @default - none */
  readonly annotations?: Readonly<Record<string, string>>;
  /** Namespace of the store. It is created. */
  readonly namespace: string;
}

/** How Flux finds the manifests, and how often it reconciles them. */
export interface FluxOptions {
  /** The existing source of the manifests. */
  readonly source: FluxSource;
  /** Namespace of the Kustomizations. @default 'flux-system' */
  readonly namespace?: string;
  /** How often Flux corrects drift, such as `10m` or `1h30m`. @default '10m' */
  readonly interval?: string;
  /** When Flux retries a failed Kustomization. @default '1m' */
  readonly retryInterval?: string;
  /** How long Flux waits until all objects of a stage are ready. @default '5m' */
  readonly timeout?: string;
  /** The ServiceAccount that Flux uses, in the namespace of the Kustomizations. @default - Flux's own */
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

/** How Argo CD and Flux deploy manifests from a Git repository. */
export interface GitOps {
  /**
   * Prefix of Applications and Kustomizations: `<name>-<environment>-<stage>`. It must be unique in an Argo CD, or
   * Flux.
   */
  readonly name: string;
  /** Folder of manifests in the repository, such as `deploy/manifests`; `.` is the whole repository. */
  readonly path: string;
  /** Writes Applications, below `argo-cd/`. @default - none */
  readonly argoCd?: ArgoCdOptions;
  /** Writes Kustomizations of Flux, below `flux/`. @default - none */
  readonly flux?: FluxOptions;
}

export interface GrafanaDashboardProps extends DashboardOptions {
  /** Metadata of the ConfigMap. Its name also names the dashboard's file. @default - named after the operator */
  readonly metadata?: ApiObjectMetadata;
  /** The dashboard, in Grafana's JSON model. @default - the dashboard in the declaration */
  readonly dashboard?: object;
  /**
   * The installation to show: part of the dashboard's `uid` and title, which are unique in a Grafana.
   *
   * @default - unchanged `uid` and title
   */
  readonly installation?: string;
  /** @default - Kubewright's own operator */
  readonly declaration?: OperatorDeclaration;
}

/** The webhook options that determine permissions. */
export interface GrantedWebhooks {
  /** Whether the operator issues the webhook certificate, stores the certificate in a Secret, and sets `caBundle`. */
  readonly ownCertificate: boolean;
}

export interface MemcachedAlertsProps {
  /** Namespace of the operator and of the PrometheusRule. @default - the chart's */
  readonly namespace?: string;
  /**
   * Labels that a Prometheus selects by, such as `{ release: 'kube-prometheus-stack' }`, added to the recommended ones.
   *
   * @default - none
   */
  readonly labels?: Readonly<Record<string, string>>;
  /** Annotations of the PrometheusRule. @default - none */
  readonly annotations?: Readonly<Record<string, string>>;
  /** Name of the PrometheusRule. @default 'kubewright-memcached' */
  readonly name?: string;
  /**
   * Labels that only series of this operator's Pods have. The recorded series and both alerts have them as well, to
   * tell installations apart.
   *
   * @default - `job` and `namespace`, as a ServiceMonitor of the Service `kubewright-metrics` sets them
   */
  readonly series?: Readonly<Record<string, string>>;
  /**
   * URL of a folder with the pages of `docs/runbooks`, for the annotation and the label `runbook_url`.
   *
   * @default - the alerts have no links
   */
  readonly runbooks?: string;
}

/** The options of the monitoring of an operator. */
export interface MonitoringOptions {
  /**
   * Labels that a Prometheus selects by, such as `{ release: 'kube-prometheus-stack' }`, added to the recommended ones.
   *
   * @default - none
   */
  readonly labels?: Readonly<Record<string, string>>;
  /** Overrides alerts, or omits them. `false` deploys none. @default - all alerts about the operator and its kinds */
  readonly alerts?: OperatorAlertsOptions | false;
  /** URL of a folder with the pages of `docs/runbooks`. @default - the alerts have no links */
  readonly runbooks?: string;
  /** Deploys a Grafana dashboard about the operator. `{}` is enough. @default - none */
  readonly dashboard?: DashboardOptions;
  /** How Prometheus scrapes the metrics. @default - the values of your Prometheus */
  readonly scrape?: ScrapeOptions;
  /**
   * Name of a Secret in the operator's namespace with the `token` to scrape secure metrics.
   *
   * @default - a token of the ServiceAccount `<name>-metrics-scraper`, which may only read these metrics
   */
  readonly tokenSecret?: string;
}

/** A certificate in a Secret that you provide. */
export interface MountedCertificate {
  /**
   * Name of a Secret in the operator's namespace with `tls.crt` and `tls.key` for `<name>-webhooks.<namespace>.svc`.
   * The operator reloads it. The Pods do not start before it exists.
   */
  readonly secret: string;
  /**
   * Certificates of the CAs that signed the webhook certificate, in PEM: the `caBundle` of the configurations.
   *
   * @default - you set `caBundle` in the objects yourself
   */
  readonly authorities?: string;
}

/**
 * A patch of the created objects, for fields without an option.
 *
 * It cannot change `apiVersion`, `kind`, `metadata.name` or `metadata.namespace`. Only the API server validates the
 * result.
 */
export interface ObjectPatch {
  /** The kind of the objects, such as `Deployment`. */
  readonly kind: string;
  /** The name of the object. @default - every object of the kind */
  readonly name?: string;
  /**
   * A merge patch (RFC 7386) with the fields to change: `null` removes a field, and a list replaces the whole list. Or
   * a list of operations (RFC 6902), which can also change one item of a list.
   *
   * @see https://www.rfc-editor.org/rfc/rfc7386
   * @see https://www.rfc-editor.org/rfc/rfc6902
   */
  readonly patch: Readonly<Record<string, unknown>> | readonly PatchOperation[];
}

/** One version of an operator for the Operator Lifecycle Manager. */
export interface OlmBundleOptions extends OlmShownData {
  /** The operator. @default - Kubewright's own operator */
  readonly declaration?: OperatorDeclaration;
  /** Name of the package, which all versions share. @default - the operator's name */
  readonly package?: string;
  /** Version of the bundle, as semver. @default - the declaration's version */
  readonly version?: string;
  /**
   * The environment to deploy. Its namespace is a suggestion: the user chooses one, and an OperatorGroup there chooses
   * the namespaces to serve. Its `namespaces`, samples and pet store are not part of a bundle.
   */
  readonly environment: Environment;
  /**
   * Name of the installation, such as of its Deployment.
   *
   * @default - `installation` of the environment, else the operator's name
   */
  readonly name?: string;
  /** The bundle that this one replaces, such as `zoo.v1.2.0`. @default - none */
  readonly replaces?: string;
  /** Bundles that an upgrade skips. @default - none */
  readonly skips?: readonly string[];
  /**
   * The namespaces that an OperatorGroup may choose.
   *
   * @default - all namespaces; only `AllNamespaces` for operators without the setting WATCH_NAMESPACE, with a
   * cluster-scoped kind, or with conversions
   */
  readonly installModes?: readonly OlmInstallMode[];
  /** Channels of the bundle; the first is the default. @default ['alpha'] */
  readonly channels?: readonly string[];
  /**
   * One sample object of each kind (the annotation `alm-examples`), from which consoles fill their forms.
   *
   * @default - none; validators warn
   */
  readonly examples?: readonly PlainObject[];
  /**
   * Images that the operator deploys, by name. The bundle adds the operator's own image.
   *
   * @default - the images in settings of the format `image`, by name of the setting
   */
  readonly relatedImages?: Readonly<Record<string, string>>;
}

/** The data that a console shows. `parsePackageJson` reads a part of it from a `package.json`. */
export interface OlmShownData {
  /** @default - the operator's name */
  readonly displayName?: string;
  /** In Markdown. @default - the declaration's description */
  readonly description?: string;
  /** The icon: an image in base64, and its media type. @default - none */
  readonly icon?: { readonly data: string; readonly mediaType: string };
  /** @default - none */
  readonly keywords?: readonly string[];
  /** Links by title. @default - none */
  readonly links?: Readonly<Record<string, string>>;
  /** Email addresses of the maintainers, by name. @default - none */
  readonly maintainers?: Readonly<Record<string, string>>;
  /** The provider of the operator. @default - the display name of the operator */
  readonly provider?: { readonly name: string; readonly url?: string };
  /** @default 'alpha' */
  readonly maturity?: 'planning' | 'pre-alpha' | 'alpha' | 'beta' | 'stable' | 'mature' | 'inactive' | 'deprecated';
  /** The capability level of the operator. @default 'Basic Install' */
  readonly capabilities?: OlmCapabilities;
  /** Categories of OperatorHub, such as `Database`. @default - none */
  readonly categories?: readonly string[];
  /** The oldest version of Kubernetes, such as `1.30.0`. @default - any */
  readonly minKubeVersion?: string;
  /** URL of the source code. @default - none */
  readonly repository?: string;
  /** Display names, by kind. @default - the kind */
  readonly kindNames?: Readonly<Record<string, string>>;
}

/** The alerts about an operator: overrides of each, or `false` to omit it. */
export interface OperatorAlertsOptions {
  /** No Pod of the operator responds to Prometheus. @default { for: '5m', severity: 'critical' } */
  readonly OperatorDown?: AlertOptions | false;
  /** Pods respond, but none of them is the leader. @default { for: '5m', severity: 'critical' } */
  readonly OperatorNoLeader?: AlertOptions | false;
  /** Reconciles of a controller fail. @default { above: 0.1, for: '15m', severity: 'warning' } */
  readonly OperatorReconcileErrors?: ShareAlertOptions | false;
  /** A reconcile of a controller does not finish. @default { above: '10m', for: '5m', severity: 'warning' } */
  readonly OperatorReconcileStuck?: DurationAlertOptions | false;
  /** Changes wait in the queue of a controller. @default { above: '5m', for: '15m', severity: 'warning' } */
  readonly OperatorQueueSlow?: DurationAlertOptions | false;
  /** Calls to the API server fail. @default { above: 0.1, for: '15m', severity: 'warning' } */
  readonly OperatorApiErrors?: ShareAlertOptions | false;
  /** The operator cannot list and watch a kind. @default { for: '15m', severity: 'warning' } */
  readonly OperatorCacheNotFilled?: AlertOptions | false;
  /**
   * Requests to webhooks fail. Conversions have their own alert.
   *
   * @default { above: 0.05, for: '10m', severity: 'warning' }
   */
  readonly OperatorWebhookErrors?: ShareAlertOptions | false;
  /**
   * The operator cannot convert objects between versions of their kind.
   *
   * @default { for: '5m', severity: 'critical' }
   */
  readonly OperatorConversionErrors?: AlertOptions | false;
  /** The operator cannot use the files of a mounted certificate. @default { for: '15m', severity: 'warning' } */
  readonly OperatorCertificateErrors?: AlertOptions | false;
}

export interface OperatorAlertsProps {
  /** Namespace of the operator and of the PrometheusRule. @default - the chart's */
  readonly namespace?: string;
  /**
   * Labels that a Prometheus selects by, such as `{ release: 'kube-prometheus-stack' }`, added to the recommended ones.
   *
   * @default - none
   */
  readonly labels?: Readonly<Record<string, string>>;
  /** Annotations of the PrometheusRule. @default - none */
  readonly annotations?: Readonly<Record<string, string>>;
  /** The installation: the label `operator` of each alert. @default - the operator's name */
  readonly name?: string;
  /**
   * Labels that only series of the operator's Pods have. Each alert has them as well.
   *
   * @default - `job` and `namespace`, as a ServiceMonitor of the Service `<name>-metrics` sets them
   */
  readonly series?: Readonly<Record<string, string>>;
  /**
   * URL of a folder with the pages of `docs/runbooks`, for the annotation `runbook_url`.
   *
   * @default - the alerts have no links
   */
  readonly runbooks?: string;
  /** Overrides alerts, or omits them. @default - all, unchanged */
  readonly alerts?: OperatorAlertsOptions;
  /** @default - Kubewright's own operator */
  readonly declaration?: OperatorDeclaration;
}

/** How many Pods may be evicted at once: set one of the two. */
export interface OperatorDisruptions {
  /** @default 1 */
  readonly maxUnavailable?: PodCount;
  /** @default - `maxUnavailable` decides */
  readonly minAvailable?: PodCount;
}

/** What the Pods may reach: DNS, the API servers, and `others`. */
export interface OperatorEgress {
  /** The addresses of the API servers, as CIDRs. @default - every address */
  readonly apiServers?: readonly string[];
  /**
   * Ports of the Service `kubernetes` and of the servers behind it: network plugins check one or the other.
   *
   * @default [443, 6443]
   */
  readonly apiServerPorts?: readonly number[];
  /** Other servers that the operator calls, such as a store. @default - nothing */
  readonly others?: readonly NetworkPolicyEgressRule[];
}

/** The options of one environment in which the operator runs. */
export interface OperatorEnvironment extends OperatorOptions {
  /** Namespace of the operator itself. */
  readonly namespace: string;
  /**
   * Name of the installation: of its Deployment, ServiceAccount, roles and Lease. A second one in a cluster needs
   * another name. The prop `name` of constructs and charts wins.
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
   * @default 'ghcr.io/kubewright/operator' (for Kubewright's own operator only)
   */
  readonly repository?: string;
  /** @default - the declaration's version: an exact version, never a moving tag */
  readonly tag?: string;
  /**
   * Digest of the image, from the registry. With a digest, the kubelet ignores the tag.
   *
   * @default - none: the tag determines the image
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
 * Unless `secure` or `plain` is true, each Pod serves the metrics on its loopback address only, which `kubectl
 * port-forward` reaches. The manifests then omit the port, the Service and the ingress rule of the metrics.
 */
export interface OperatorMetrics {
  /**
   * Serves the metrics over TLS to clients whose token may `get` the nonResourceURL `/metrics`: bind them to the
   * ClusterRole `<name>-metrics-reader`. The operator may then `create` `tokenreviews` and `subjectaccessreviews`,
   * cluster-wide even if `namespaces` is set.
   *
   * @default false
   */
  readonly secure?: boolean;
  /**
   * Serves the metrics over plain HTTP, without authentication. The NetworkPolicy allows ingress from every Pod of the
   * cluster. If the network plugin does not enforce it, all clients that reach the Pods can read the metrics.
   *
   * @default false
   */
  readonly plain?: boolean;
  /**
   * Name of a Secret in the operator's namespace with `tls.crt` and `tls.key` for `<name>-metrics.<namespace>.svc`, and
   * with the `ca.crt` that verifies them, as cert-manager writes it. The operator reloads it. The Pods do not start
   * before it exists.
   *
   * @default - each Pod has a self-signed certificate, which clients cannot verify
   */
  readonly certificateSecret?: string;
}

export interface OperatorMonitoringProps extends MonitoringOptions {
  /** Namespace of the operator. */
  readonly namespace: string;
  /** Name of the installation. @default - the operator's name */
  readonly name?: string;
  /** The value of `controllers` of the `Operator`. @default - all declared controllers */
  readonly controllers?: readonly string[];
  /** The value of `metrics` of the `Operator`, with `secure` or `plain`. */
  readonly metrics: OperatorMetrics;
  /** Labels of every object, added to the recommended ones. (Prometheus selects by `labels`.) @default - none */
  readonly commonLabels?: Readonly<Record<string, string>>;
  /** Annotations of every object. @default - none */
  readonly annotations?: Readonly<Record<string, string>>;
  /** @default - Kubewright's own operator */
  readonly declaration?: OperatorDeclaration;
}

/**
 * Which clients may reach the Pods of the operator, and which servers the Pods may reach.
 *
 * @see https://kubernetes.io/docs/concepts/services-networking/network-policies/
 */
export interface OperatorNetwork {
  /** The clients that may read the metrics, if they are served. @default - every Pod of the cluster */
  readonly metricsFrom?: readonly NetworkPolicyPeer[];
  /**
   * The clients that may call the webhooks: the API servers, which are not Pods.
   *
   * @default - all clients, because the addresses of the API servers are unknown
   */
  readonly webhooksFrom?: readonly NetworkPolicyPeer[];
  /** Limits which servers the Pods may reach. `{}` is enough. @default - no limit */
  readonly egress?: OperatorEgress;
}

/** The options that differ between environments. */
export interface OperatorOptions {
  /** @default - the published image of the declared version */
  readonly image?: OperatorImage;
  /** Number of Pods. One is the leader; the others are standbys with synced caches. @default 2 */
  readonly replicas?: number;
  /** The namespaces to serve, which must exist. Limits the permissions. @default - the whole cluster */
  readonly namespaces?: readonly string[];
  /**
   * The controllers to run. Limits the permissions to what they and the webhooks need. All webhooks are served. Does
   * not limit CRDs and `aggregatedRoles`, except with OLM.
   *
   * @default - all declared controllers
   */
  readonly controllers?: readonly string[];
  /** @default - the operator's own defaults */
  readonly settings?: OperatorSettings;
  /** @default - 100m CPU and 128Mi, at most 256Mi */
  readonly resources?: OperatorResources;
  /** Who may read the metrics. @default - only clients in the Pod, via loopback */
  readonly metrics?: OperatorMetrics;
  /**
   * How API servers call the operator's webhooks, if it declares any; `false` disables the webhooks.
   *
   * @default - `{}`; `false` if `namespaces` is set, because the operator could not set `caBundle` without a
   * ClusterRole
   */
  readonly webhooks?: OperatorWebhooks | false;
  /** Labels of every object and Pod, added to the recommended ones. @default - none */
  readonly labels?: Readonly<Record<string, string>>;
  /** Annotations of every object. Those of Pods are in `pod`. @default - none */
  readonly annotations?: Readonly<Record<string, string>>;
  /** Where the Pods run, and your additions to them. @default - nothing */
  readonly pod?: OperatorPod;
  /** The ServiceAccount of the operator. @default - a new one with the name of the installation */
  readonly serviceAccount?: OperatorServiceAccount;
  /** Whether to create the permissions. `false`: you grant the ServiceAccount those of `OperatorRbac`. @default true */
  readonly rbac?: boolean;
  /**
   * What the operator may create in every namespace, such as `pods` or `jobs.batch`. Grants nothing: synth fails if its
   * permissions allow it to create anything else there, besides events and its own kinds. Ignored with `namespaces`.
   *
   * @default - everything that the declaration allows
   */
  readonly createsEverywhere?: readonly string[];
  /**
   * Lets an operator with finalizers record the custom resources that need it, for a `RemovalGuard`, in an annotation
   * of a LimitRange without limits.
   *
   * @default false
   */
  readonly removalGuard?: boolean;
  /**
   * Which clients may reach the Pods, and which servers the Pods may reach; `false`: no NetworkPolicy.
   *
   * @default - see `OperatorNetwork`
   */
  readonly networkPolicy?: OperatorNetwork | false;
  /** How many Pods may be evicted at once; `false`: no PodDisruptionBudget. @default - `{ maxUnavailable: 1 }` */
  readonly podDisruptionBudget?: OperatorDisruptions | false;
  /**
   * How Pods are replaced.
   *
   * @default - `{ maxSurge: 1, maxUnavailable: 0 }`: a new Pod is ready before an old one is deleted
   */
  readonly rollingUpdate?: OperatorRollingUpdate;
  /** The addresses on which Pods listen. Use `IPv4` if the kernel of the nodes has no IPv6. @default 'any' */
  readonly ipFamily?: 'any' | 'IPv4';
  /**
   * Patches of fields that have no option, applied in the order of the list. They change the objects of `Operator`;
   * those of an environment change its whole `OperatorChart`. Objects of `CrdsChart` and `NamespacesChart` cannot be
   * changed.
   *
   * @default - none
   */
  readonly patches?: readonly ObjectPatch[];
}

/**
 * Where the operator's Pods run, and additions to them. The fields are those of a Kubernetes Pod.
 *
 * @see https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/
 */
export interface OperatorPod {
  /** @default - only `labels`, which every object gets */
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
  /** @default - prefers nodes and zones without other Pods of the operator; `[]`: no constraints */
  readonly topologySpreadConstraints?: readonly TopologySpreadConstraint[];
  /** Environment variables, except those of settings and of `Operator`. @default - none */
  readonly env?: readonly EnvVar[];
  /** Arguments of the command, after those of the image. @default - none */
  readonly args?: readonly string[];
  /** Volumes, except `tmp` and those of certificates. @default - none */
  readonly volumes?: readonly Volume[];
  /** @default - none */
  readonly volumeMounts?: readonly VolumeMount[];
  /**
   * Changes the Pod's security context. On OpenShift, which assigns users, set `{ runAsUser: null, runAsGroup: null }`
   * here and for the container.
   *
   * @default - no changes: the default context passes Pod Security "restricted"
   */
  readonly securityContext?: Patch<PodSecurityContext>;
  /**
   * Changes the container's security context.
   *
   * @default - no changes: the default context passes Pod Security "restricted"
   */
  readonly containerSecurityContext?: Patch<SecurityContext>;
}

export interface OperatorProps extends Overrides<OperatorOptions> {
  /**
   * The environment. The other options override it: maps merge at every depth, other values are replaced, and `null`
   * removes a value.
   *
   * @default - none
   */
  readonly environment?: OperatorEnvironment;
  /** The operator to deploy. @default - Kubewright's own operator */
  readonly declaration?: OperatorDeclaration;
  /**
   * Name of the installation: of its Deployment, ServiceAccount, roles and Lease. A second one in a cluster needs
   * another name.
   *
   * @default - `installation` of the environment, else the operator's name
   */
  readonly name?: string;
  /** Namespace of the operator, which must exist. @default - the environment's, else the chart's */
  readonly namespace?: string;
}

export interface OperatorRbacProps {
  /** The operator that gets the permissions. @default - Kubewright's own operator */
  readonly declaration?: OperatorDeclaration;
  /** Name of the roles and their bindings. @default - the operator's name */
  readonly name?: string;
  /** The operator's ServiceAccount. The Lease is in the namespace of the ServiceAccount. */
  readonly serviceAccount: { readonly name: string; readonly namespace: string };
  /**
   * Grants the permissions with a Role in each of these namespaces, which must exist. The ClusterRole
   * `<name>-cluster-scoped` grants those for cluster-scoped kinds.
   *
   * @default - the whole cluster, with a ClusterRole
   */
  readonly namespaces?: readonly string[];
  /** The controllers to grant permissions for. @default - all declared controllers */
  readonly controllers?: readonly string[];
  /** The LimitRange in which the operator records the custom resources that need it. @default - none */
  readonly inUseName?: string;
  /** Name of the Lease. @default - the declaration's */
  readonly leaseName?: string;
  /**
   * Lets the operator check tokens of metrics clients, cluster-wide. Also creates the ClusterRole
   * `<name>-metrics-reader` to bind these clients to.
   *
   * @default false
   */
  readonly secureMetrics?: boolean;
  /**
   * Grants what the declared webhooks need. A Role and a ClusterRole `<name>-webhooks` let the operator maintain its
   * own certificate; both are limited to its objects with `resourceNames`, and the ClusterRole exists even if
   * `namespaces` is set.
   *
   * @default - the operator serves no webhooks
   */
  readonly webhooks?: GrantedWebhooks;
  /** Annotations of every role and binding. @default - none */
  readonly annotations?: Readonly<Record<string, string>>;
  /** Labels of every role and binding. @default - the recommended labels, component `operator` */
  readonly labels?: Readonly<Record<string, string>>;
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
  /** @default - none, because a leader without enough CPU time can lose its Lease */
  readonly cpuLimit?: Quantity;
  /** @default '128Mi' */
  readonly memoryRequest?: Quantity;
  /** @default '256Mi' */
  readonly memoryLimit?: Quantity;
}

/** How Pods are replaced; one of the two must be more than 0. */
export interface OperatorRollingUpdate {
  /** How many Pods may run in addition to `replicas`. @default 1 */
  readonly maxSurge?: PodCount;
  /** How many Pods of `replicas` may be unavailable. @default 0 */
  readonly maxUnavailable?: PodCount;
}

/** The ServiceAccount of the operator. */
export interface OperatorServiceAccount {
  /** @default - the name of the installation */
  readonly name?: string;
  /** Whether to create the ServiceAccount. `false`: it exists, and `name` is required. @default true */
  readonly create?: boolean;
  /** Annotations, such as one that assigns a cloud IAM role. @default - only `annotations`, which every object gets */
  readonly annotations?: Readonly<Record<string, string>>;
}

/** How API servers call the operator's webhooks. */
export interface OperatorWebhooks {
  /** While the operator does not respond, `Fail` rejects a write and `Ignore` stores it unchecked. @default 'Fail' */
  readonly failurePolicy?: 'Fail' | 'Ignore';
  /** Seconds that an API server waits for a response, from 1 to 30. @default 10 */
  readonly timeoutSeconds?: number;
  /**
   * Namespaces without webhooks, in addition to kube-system and the operator's. Include those of components without
   * which the operator cannot start.
   *
   * @default - none
   */
  readonly excludedNamespaces?: readonly string[];
  /** The source of the webhook certificate. @default - the operator issues and renews it */
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
   * Opens this port on every node (30000 to 32767). The store neither authenticates clients nor encrypts connections.
   *
   * @default - only Pods reach the store
   */
  readonly nodePort?: number;
  /** Which requests are logged: none, all, or a share above 0 and at most 1. @default 'never' */
  readonly sampling?: 'never' | 'always' | number;
  /** @default - 10m CPU and 64Mi, at most 256Mi */
  readonly resources?: OperatorResources;
  /** Labels of every object, added to the recommended ones. @default - none */
  readonly labels?: Readonly<Record<string, string>>;
  /** Annotations of every object. @default - none */
  readonly annotations?: Readonly<Record<string, string>>;
  /** Namespace of the store, which must exist. @default - the namespace of the chart, else 'petstore' */
  readonly namespace?: string;
  /**
   * The image of Kubewright's operators, which contains the store.
   *
   * @default - the published image of this package's version
   */
  readonly image?: OperatorImage;
}

export interface PrometheusRuleProps {
  readonly groups: readonly RuleGroup[];
  readonly metadata?: ApiObjectMetadata;
}

/** A recording rule: it stores the result of its expression as a new series. */
export interface RecordingRule {
  /** Name of the new series. */
  readonly record: string;
  /** PromQL. */
  readonly expr: string;
  /** Added to the labels of the series. @default - none */
  readonly labels?: Readonly<Record<string, string>>;
}

/** The options of the guard of an operator. */
export interface RemovalGuardOptions {
  /** Retains both objects when pruning. Use `false` if you delete in order, the guard last. @default true */
  readonly keep?: boolean;
  /** Labels of every object, added to the recommended ones. @default - none */
  readonly labels?: Readonly<Record<string, string>>;
  /** Annotations of every object. @default - none */
  readonly annotations?: Readonly<Record<string, string>>;
}

/** Rules that Prometheus evaluates in order, at one timestamp: a rule reads the series that earlier ones recorded. */
export interface RuleGroup {
  /** Unique among the groups of one PrometheusRule. */
  readonly name: string;
  readonly rules: readonly (RecordingRule | AlertingRule)[];
}

/** How metrics are scraped: fields of the Prometheus Operator. */
export interface ScrapeOptions {
  /** Such as `30s`. @default - the value of your Prometheus */
  readonly interval?: string;
  /** Less than the interval. @default - the value of your Prometheus */
  readonly scrapeTimeout?: string;
  /** Applied to a target before the scrape. @default - none */
  readonly relabelings?: readonly object[];
  /** Applied to the series. @default - none */
  readonly metricRelabelings?: readonly object[];
}

/** How Prometheus authenticates, and verifies the certificates of the Pods. */
export interface SecureScrape {
  /** Name of a Secret in the namespace of the ServiceMonitor, with the `token` of a ServiceAccount. */
  readonly tokenSecret: string;
  /**
   * The name in the certificates, and a Secret in the same namespace with the `ca.crt` that verifies them.
   *
   * @default - certificates are not verified
   */
  readonly verify?: { readonly serverName: string; readonly caSecret: string };
}

export interface ServiceMonitorProps extends ScrapeOptions {
  readonly metadata?: ApiObjectMetadata;
  /** Labels of the Services to scrape, in the namespace of this object. */
  readonly selector: Readonly<Record<string, string>>;
  /** Name of the Service's port. */
  readonly port: string;
  /** Scrape over TLS, with a token. @default - plain HTTP, without a token */
  readonly secure?: SecureScrape;
}

/** Overrides of an alert about a share of failed calls or reconciles. */
export interface ShareAlertOptions extends AlertOptions {
  /** The share above which the alert fires, such as `0.1`: at least 0, less than 1. */
  readonly above?: number;
}
