/** The parts of a control plane, in start order. */
export const componentNames = ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kwok'] as const;

export type ComponentName = (typeof componentNames)[number];

/** How to run a component of the control plane. */
export interface Component {
  readonly name: ComponentName;
  readonly command: string;
  /** Whether to start it again after an unexpected exit, as a static Pod would be. */
  readonly restarts: boolean;
  /** The number of ports that it needs on 127.0.0.1. */
  readonly portCount: number;
  /** Builds the command line for these free ports. */
  args(ports: readonly number[]): readonly string[];
  /** Whether the component is ready. If the promise rejects, it is not ready yet. */
  isReady(ports: readonly number[]): Promise<boolean>;
}

/** Formats flags of a Kubernetes component: `--name=value`. */
export function buildFlags(values: Readonly<Record<string, string | number | boolean | undefined>>): string[] {
  return Object.entries(values).map(([name, value]) => `--${name}=${String(value)}`);
}

/** Thrown if a component does not start. The message ends with the last lines of its log. */
export class ComponentError extends Error {
  override readonly name = 'ComponentError';
  readonly component: ComponentName;
  /** The path of the complete log. A temporary state directory is removed together with its logs. */
  readonly logFile: string;

  constructor(what: string, at: { component: ComponentName; logFile: string; tail: string; cause?: unknown }) {
    super(`failed to start ${at.component}: ${what}; the end of its log:\n${at.tail}`, { cause: at.cause });
    this.component = at.component;
    this.logFile = at.logFile;
  }
}
