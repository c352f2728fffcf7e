/** A message of the command to the process that runs the operator. */
export type Order =
  /** Import the operator's modules again, and answer `loaded` or `failed`. The running operator continues. */
  | { readonly type: 'load' }
  /** Stop the running operator, start the one that was loaded last, and answer `running`. */
  | { readonly type: 'run' }
  /** Stop the running operator, and answer `paused`. The process continues. */
  | { readonly type: 'pause' }
  | { readonly type: 'stop' };

/** Parts of an operator that need an API server that can call the process. */
export type NotRun = 'webhooks' | 'conversions';

/** A message of the process that runs the operator. */
export type Answer =
  /** The import of the author's modules failed, or the operator is invalid. */
  | { readonly type: 'failed'; readonly message: string }
  /** `declaration` is the text of `declaration.json`; `crds` are the texts of the CRDs, by file name. */
  | {
      readonly type: 'loaded';
      readonly declaration: string;
      readonly crds: Readonly<Record<string, string>>;
      readonly notRun: readonly NotRun[];
      /** Paths of the CRDs that must not be installed. */
      readonly notInstalled: readonly string[];
    }
  | { readonly type: 'running' }
  | { readonly type: 'paused' };

export interface WorkerOptions {
  readonly folder: string;
  readonly module: string;
  readonly description: string;
  /** Path of the kubeconfig. @default - the default of kubectl: KUBECONFIG, or ~/.kube/config */
  readonly kubeconfig?: string;
  /** Context of the kubeconfig. @default - the current context */
  readonly context?: string;
  /** Names of imported kinds whose CRDs must not be installed. @default - none */
  readonly notInstalled?: readonly string[];
  /** Flags of the user for the operator. @default - none */
  readonly flags?: readonly string[];
  /** Flags that configure the operator's webhooks. @default - the operator does not serve webhooks */
  readonly webhookFlags?: readonly string[];
  /** Whether the operator logs at debug level as JSON, for the screen. @default - text */
  readonly logsJson?: boolean;
  /** Id of the process of the command. The operator's process ends when that process ends. */
  readonly parent: number;
}
