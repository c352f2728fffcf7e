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
  /** The operator whose policies are deployed. @default - Kubewright's own operators */
  readonly declaration?: OperatorDeclaration;
  /** Name of this installation: the objects are named `<name>-<policy>`. @default - the operator's name */
  readonly name?: string;
  /** Namespace of the operator itself, whose objects no policy touches. @default - the chart's */
  readonly namespace?: string;
  /**
   * The namespaces whose objects are checked and completed.
   *
   * @default - all, except for `kube-system` and that of the operator
   */
  readonly namespaces?: readonly string[];
  /**
   * `warn` refuses nothing and completes nothing: who writes what would be refused is warned. To try policies in a
   * cluster with objects that they do not know.
   *
   * @default 'enforce'
   */
  readonly mode?: 'enforce' | 'warn';
  /** Labels of every object, beside the recommended ones. @default - none */
  readonly labels?: Readonly<Record<string, string>>;
  /** Annotations of every object. @default - none */
  readonly annotations?: Readonly<Record<string, string>>;
}

export interface AggregatedRolesProps {
  /** The operator whose kinds these are. @default - Kubewright's own operators */
  readonly declaration?: OperatorDeclaration;
  /** Name of this installation: the roles are named `<name>-<kind>-<role>`. @default - the operator's name */
  readonly name?: string;
  /** Labels of every object, beside the recommended ones. @default - none */
  readonly labels?: Readonly<Record<string, string>>;
  /** Annotations of every object. @default - none */
  readonly annotations?: Readonly<Record<string, string>>;
}

/** What can be changed of an alert. */
export interface AlertOptions {
  /** How long its expression has to hold before the alert fires, such as `15m`. */
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
  /** How long the expression has a result before the alert fires, such as `5m`. @default - at once */
  readonly for?: string;
  /** Added to the labels of the series. @default - none */
  readonly labels?: Readonly<Record<string, string>>;
  /** Texts for people. @default - none */
  readonly annotations?: Readonly<Record<string, string>>;
}

export interface ArgoCdHealthChecksProps {
  /** Metadata of the ConfigMap with Argo CD's settings. @default - `argocd-cm` in `argocd` */
  readonly metadata?: ApiObjectMetadata;
  /** @default - Kubewright's own operators */
  readonly declaration?: OperatorDeclaration;
  /**
   * Adds the health of Applications themselves, for which the sync waves of Applications wait. It is for all
   * Applications of this Argo CD that are objects of another one.
   *
   * @default false
   */
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

/** An installation of the operator, as far as API servers need it for conversions. */
export interface ConvertingOperator {
  /** Namespace of the operator itself. */
  readonly namespace: string;
  /** The namespaces to serve; the permissions are limited to them. They must exist. @default - the whole cluster */
  readonly namespaces?: readonly string[];
  /**
   * How API servers ask the operator about writes, if it declares webhooks; `false`: they do not.
   *
   * @default - `{}`; `false` where `namespaces` are given, because the operator could not set `caBundle` without a
   * ClusterRole
   */
  readonly webhooks?: OperatorWebhooks | false;
  /** @default - the operator's name */
  readonly name?: string;
}

export interface CustomResourceDefinitionsProps {
  /** The operator whose CustomResourceDefinitions are deployed. @default - Kubewright's own operators */
  readonly declaration?: OperatorDeclaration;
  /**
   * Sets annotations by which Argo CD, Flux and Helm never prune the definitions: the deletion of a definition deletes
   * every resource of its kind.
   *
   * @default true
   */
  readonly keep?: boolean;
  /**
   * Leaves definitions as they are when an older version is applied, as by a rollback: otherwise fields that only the
   * newer one has are erased from stored objects. Needs Kubernetes 1.36.
   *
   * @default true
   */
  readonly rollbackGuard?: boolean;
  /**
   * The installation that converts objects between the versions of a kind: as it is deployed.
   *
   * @default - none: no kind may have versions that are converted
   */
  readonly operator?: ConvertingOperator;
  /** Labels of every object, beside the recommended ones. @default - none */
  readonly labels?: Readonly<Record<string, string>>;
  /** Annotations of every object. @default - none */
  readonly annotations?: Readonly<Record<string, string>>;
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

export interface GrafanaDashboardProps extends DashboardOptions {
  /**
   * Metadata of the ConfigMap. Its name is also the name of the dashboard's file.
   *
   * @default - named after the operator
   */
  readonly metadata?: ApiObjectMetadata;
  /** The dashboard, in Grafana's JSON model. @default - the one that the declaration names */
  readonly dashboard?: object;
  /**
   * Name of the installation that the dashboard shows. It becomes a part of the dashboard's `uid` and title, which are
   * unique in a Grafana.
   *
   * @default - `uid` and title of the dashboard stay unchanged
   */
  readonly installation?: string;
  /** @default - Kubewright's own operators */
  readonly declaration?: OperatorDeclaration;
}

/** How the webhooks of an operator are served, as far as its permissions depend on it. */
export interface GrantedWebhooks {
  /** Whether the operator makes its certificate itself: it keeps it in a Secret, and sets `caBundle`. */
  readonly ownCertificate: boolean;
}

export interface MemcachedAlertsProps {
  /** Namespace of the operator and of the PrometheusRule. @default - the chart's */
  readonly namespace?: string;
  /**
   * Labels by which a Prometheus selects PrometheusRules, such as `{ release: 'kube-prometheus-stack' }`. They are
   * added to the recommended labels.
   *
   * @default - none
   */
  readonly labels?: Readonly<Record<string, string>>;
  /** Annotations of the PrometheusRule. @default - none */
  readonly annotations?: Readonly<Record<string, string>>;
  /** Name of the PrometheusRule. @default 'kubewright-memcached' */
  readonly name?: string;
  /**
   * Labels that only the series of this operator's Pods have. The recorded series and both alerts have them, too, so
   * that several installations in one cluster stay apart.
   *
   * @default - the labels that a ServiceMonitor of the Service `kubewright-metrics` sets: `job` and `namespace`
   */
  readonly series?: Readonly<Record<string, string>>;
  /**
   * URL of the folder with the pages `MemcachedDeploymentSizeUndesired.md` and `MemcachedOperatorDown.md`, which this
   * package has in `docs/runbooks`. Each alert gets the URL of its page as the label `runbook_url`.
   *
   * @default - no such label
   */
  readonly runbooks?: string;
  /** Name of the counter of wrong Deployment sizes. @default 'memcached_deployment_size_undesired_count_total' */
  readonly undesiredSizesMetric?: string;
  /**
   * Name of the recorded series: the number of Pods of the operator that answer.
   *
   * @default 'memcached_operator_up_total'
   */
  readonly operatorUpMetric?: string;
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

/** One version of an operator for the Operator Lifecycle Manager. */
export interface OlmBundleOptions extends OlmShownData {
  /** The operator. @default - Kubewright's own operators */
  readonly declaration?: OperatorDeclaration;
  /** Name of the package, which all versions share. @default - the operator's name */
  readonly package?: string;
  /** Version of the bundle, as semver. @default - the declaration's version */
  readonly version?: string;
  /**
   * What is deployed, as by the charts. Its namespace is only suggested: the user chooses one, and an OperatorGroup
   * there chooses the namespaces to serve. Its `namespaces`, samples and pet store are not for a bundle.
   */
  readonly environment: Environment;
  /** Name of the Deployment and of what belongs to it. @default - the operator's name */
  readonly name?: string;
  /** The bundle that this one replaces: its package and version, such as `zoo.v1.2.0`. @default - none */
  readonly replaces?: string;
  /** Bundles that an upgrade passes over. @default - none */
  readonly skips?: readonly string[];
  /**
   * The namespaces that an OperatorGroup may choose.
   *
   * @default - all modes; `AllNamespaces` alone for operators that cannot be limited: they have no setting
   * WATCH_NAMESPACE, serve a kind that lives in no namespace, or convert between versions
   */
  readonly installModes?: readonly OlmInstallMode[];
  /** Channels in which the bundle is; the first one is the default. @default ['alpha'] */
  readonly channels?: readonly string[];
  /** One object of each kind, for the forms of a console. @default - none, of which validators warn */
  readonly examples?: readonly PlainObject[];
  /**
   * Images that the operator deploys, by a name for each. Its own is added.
   *
   * @default - those in settings whose format is `image`, by the names of the settings
   */
  readonly relatedImages?: Readonly<Record<string, string>>;
}

/** What a console shows of an operator. `shownByPackage` reads some of it from a `package.json`. */
export interface OlmShownData {
  /** @default - the operator's name */
  readonly displayName?: string;
  /** In Markdown. @default - the declaration's description */
  readonly description?: string;
  /** Base64 of an image, and its type. @default - none */
  readonly icon?: { readonly data: string; readonly mediaType: string };
  /** @default - none */
  readonly keywords?: readonly string[];
  /** Links by their titles. @default - none */
  readonly links?: Readonly<Record<string, string>>;
  /** Addresses of people by their names. @default - none */
  readonly maintainers?: Readonly<Record<string, string>>;
  /** Who offers the operator. @default - named as the operator is shown */
  readonly provider?: { readonly name: string; readonly url?: string };
  /** @default 'alpha' */
  readonly maturity?: 'planning' | 'pre-alpha' | 'alpha' | 'beta' | 'stable' | 'mature' | 'inactive' | 'deprecated';
  /** How much the operator does by itself. @default 'Basic Install' */
  readonly capabilities?: OlmCapabilities;
  /** Such as `Database`, from the list of OperatorHub. @default - none */
  readonly categories?: readonly string[];
  /** The oldest version of Kubernetes, such as `1.30.0`. @default - any */
  readonly minKubeVersion?: string;
  /** Address of the sources. @default - none */
  readonly repository?: string;
  /** Names of kinds for people, by kind. @default - the kind */
  readonly kindNames?: Readonly<Record<string, string>>;
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

export interface OperatorAlertsProps {
  /** Namespace of the operator and of the PrometheusRule. @default - the chart's */
  readonly namespace?: string;
  /**
   * Labels by which a Prometheus selects PrometheusRules, such as `{ release: 'kube-prometheus-stack' }`. They are
   * added to the recommended labels.
   *
   * @default - none
   */
  readonly labels?: Readonly<Record<string, string>>;
  /** Annotations of the PrometheusRule. @default - none */
  readonly annotations?: Readonly<Record<string, string>>;
  /** Name of the installation: the label `operator` of each alert. @default - the operator's name */
  readonly name?: string;
  /**
   * Labels that all series scraped from the operator's Pods have, and no others. Each alert has them, too.
   *
   * @default - the labels that a ServiceMonitor of the Service `<name>-metrics` sets: `job` and `namespace`
   */
  readonly series?: Readonly<Record<string, string>>;
  /**
   * URL of a folder with the pages of `docs/runbooks`: each alert then has the annotation `runbook_url`.
   *
   * @default - the alerts have no links
   */
  readonly runbooks?: string;
  /** What is changed of the alerts, and which of them are left out. @default - all, unchanged */
  readonly alerts?: OperatorAlertsOptions;
  /** @default - Kubewright's own operators */
  readonly declaration?: OperatorDeclaration;
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

export interface OperatorMonitoringProps extends MonitoringOptions {
  /** Namespace of the operator. */
  readonly namespace: string;
  /** Name of the installation. @default - the operator's name */
  readonly name?: string;
  /** The controllers that run: the value of `controllers` of the `Operator`. @default - all that are declared */
  readonly controllers?: readonly string[];
  /** Who may read the operator's metrics: the value of `metrics` of the `Operator`, with `secure` or `plain`. */
  readonly metrics: OperatorMetrics;
  /**
   * Labels of every object, beside the recommended ones: `labels` are only for what a Prometheus selects.
   *
   * @default - none
   */
  readonly commonLabels?: Readonly<Record<string, string>>;
  /** Annotations of every object. @default - none */
  readonly annotations?: Readonly<Record<string, string>>;
  /** @default - Kubewright's own operators */
  readonly declaration?: OperatorDeclaration;
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
  /** Labels of every object, Pods included, beside the recommended ones. @default - none */
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

export interface OperatorProps extends Overrides<OperatorOptions> {
  /**
   * Values for the other options, which are merged over it: objects at every depth, all else is replaced, and `null`
   * removes what it has.
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

export interface OperatorRbacProps {
  /** The operator that gets the permissions. @default - Kubewright's own operators */
  readonly declaration?: OperatorDeclaration;
  /** Name of the roles and their bindings. @default - the operator's name */
  readonly name?: string;
  /** The ServiceAccount of the operator. The Lease for leader election is in the same namespace. */
  readonly serviceAccount: { readonly name: string; readonly namespace: string };
  /**
   * Namespaces in which the permissions are granted, by a Role in each of them. They must exist. Permissions for kinds
   * that live in no namespace are granted by a ClusterRole `<name>-cluster-scoped`.
   *
   * @default - the whole cluster, by a ClusterRole
   */
  readonly namespaces?: readonly string[];
  /** Names of the controllers that run: only their permissions are granted. @default - all that are declared */
  readonly controllers?: readonly string[];
  /** Name of the LimitRange in which the operator says which resources need it. @default - it says that nowhere */
  readonly inUseName?: string;
  /** Name of the Lease. @default - the declaration's */
  readonly leaseName?: string;
  /**
   * Grants the cluster-wide permissions to check the tokens of metrics clients. Also creates the ClusterRole
   * `<name>-metrics-reader`: bind the readers of the metrics to it.
   *
   * @default false
   */
  readonly secureMetrics?: boolean;
  /**
   * Grants what the declared webhooks need: their own requests as those of the controllers. The upkeep of the
   * operator's own certificate is granted by a Role and a ClusterRole `<name>-webhooks`, both limited to the names of
   * its objects; the ClusterRole is there even if `namespaces` is set.
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

export interface PrometheusRuleProps {
  readonly groups: readonly RuleGroup[];
  readonly metadata?: ApiObjectMetadata;
}

/** A rule that stores the result of its expression as a new series. */
export interface RecordingRule {
  /** Name of the new series. */
  readonly record: string;
  /** PromQL. */
  readonly expr: string;
  /** Added to the labels of the series. @default - none */
  readonly labels?: Readonly<Record<string, string>>;
}

/** What is said of the guard of an operator. */
export interface RemovalGuardOptions {
  /** The declaration from which the operator is made. @default - that of the operator */
  readonly declaration?: OperatorDeclaration;
  /** Names of the controllers that run. @default - those of the operator */
  readonly controllers?: readonly string[];
  /** Whether prunes keep both objects. `false` is for what is deleted in order, the guard last. @default true */
  readonly keep?: boolean;
  /** Labels of every object, beside the recommended ones. @default - none */
  readonly labels?: Readonly<Record<string, string>>;
  /** Annotations of every object. @default - none */
  readonly annotations?: Readonly<Record<string, string>>;
}

/** Rules that are evaluated in order, with the same timestamp: a later rule sees what an earlier one recorded. */
export interface RuleGroup {
  /** Unique among the groups of one PrometheusRule. */
  readonly name: string;
  readonly rules: readonly (RecordingRule | AlertingRule)[];
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

/** How Prometheus shows who it is, and how the certificates of the Pods are verified. */
export interface SecureScrape {
  /**
   * Name of the Secret in the namespace of this object that has the token, as a ServiceAccount's token has it: `token`.
   */
  readonly tokenSecret: string;
  /**
   * The name in the certificates, and the Secret in the namespace of this object with the `ca.crt` that verifies them.
   *
   * @default - they are not verified
   */
  readonly verify?: { readonly serverName: string; readonly caSecret: string };
}

export interface ServiceMonitorProps extends ScrapeOptions {
  readonly metadata?: ApiObjectMetadata;
  /** Labels of the Services whose Pods are scraped. The Services are in the namespace of this object. */
  readonly selector: Readonly<Record<string, string>>;
  /** Name of the Service's port. */
  readonly port: string;
  /** Scrape over TLS, with a token. @default - plain HTTP, without a token */
  readonly secure?: SecureScrape;
}

/** What can be changed of an alert about how many of the calls or reconciles fail. */
export interface ShareAlertOptions extends AlertOptions {
  /** The share above which the alert fires, such as `0.1` for a tenth: at least 0, and less than 1. */
  readonly above?: number;
}
