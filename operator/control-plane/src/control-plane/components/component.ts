/** The parts of a control plane, in start order. */
export const componentNames = ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kwok'] as const;

export type ComponentName = (typeof componentNames)[number];

/** How to run a part. Plain data except for `isReady`. */
export interface Component {
  readonly name: ComponentName;
  readonly command: string;
  /** Whether it restarts after an unexpected exit, like a static Pod. */
  readonly restarts: boolean;
  /** The number of ports on 127.0.0.1. */
  readonly portCount: number;
  /** Builds its command line for these free ports. */
  args(ports: readonly number[]): readonly string[];
  /** Whether it works. A rejection means not yet. */
  isReady(ports: readonly number[]): Promise<boolean>;
}

/** Flags of a Kubernetes component: `--name=value`. */
export function buildFlags(values: Readonly<Record<string, string | number | boolean | undefined>>): string[] {
  return Object.entries(values).map(([name, value]) => `--${name}=${String(value)}`);
}

/** A part of the control plane did not start. The message ends with the last lines of its log. */
export class ComponentError extends Error {
  override readonly name = 'ComponentError';
  readonly component: ComponentName;
  /** Path of the complete log; removed with a temporary state directory. */
  readonly logFile: string;

  constructor(what: string, at: { component: ComponentName; logFile: string; tail: string; cause?: unknown }) {
    super(`failed to start ${at.component}: ${what}; the end of its log:\n${at.tail}`, { cause: at.cause });
    this.component = at.component;
    this.logFile = at.logFile;
  }
}
