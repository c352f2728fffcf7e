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

/** A cluster that Argo CD knows: by the URL of its API server, or by its name. */
export type ArgoCdCluster = { readonly server: string } | { readonly name: string };

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
  /**
   * The ServiceAccount, in the namespace of the Kustomizations, whose permissions Flux uses.
   *
   * @default - Flux's own
   */
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
