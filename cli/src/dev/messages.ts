/** What the command asks of the process that runs the operator. */
export type Order =
  /** Import the operator's modules again, and answer with `loaded` or `failed`; what runs goes on. */
  | { readonly type: 'load' }
  /** Run what was loaded last, once the operator that runs now has stopped; answer with `running`. */
  | { readonly type: 'run' }
  | { readonly type: 'stop' };

/** Parts of an operator that the API server would have to reach in that process. */
export type NotRun = 'webhooks' | 'conversions';

/** What that process answers. */
export type Answer =
  /** The author's modules could not be imported, or the operator is invalid. */
  | { readonly type: 'failed'; readonly message: string }
  /** The text of `declaration.json`, and that of each CRD, by its file. */
  | {
      readonly type: 'loaded';
      readonly declaration: string;
      readonly crds: Readonly<Record<string, string>>;
      readonly notRun: readonly NotRun[];
    }
  | { readonly type: 'running' };

export interface WorkerOptions {
  readonly folder: string;
  readonly module: string;
  readonly description: string;
  /** @default - as kubectl: KUBECONFIG, or ~/.kube/config */
  readonly kubeconfig?: string;
  /** @default - the current one */
  readonly context?: string;
  /** Settings of an operator with webhooks. @default - it serves none */
  readonly webhookFlags?: readonly string[];
  /** Whether it logs every detail as JSON, for the screen. @default - text */
  readonly logsJson?: boolean;
  /** The process of the command: this one ends with it. */
  readonly parent: number;
}
