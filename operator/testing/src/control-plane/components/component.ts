/** The parts of a control plane, in the order in which they start. */
export const componentNames = ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kwok'] as const;

export type ComponentName = (typeof componentNames)[number];

/** How one part is run. Plain data except for `isReady`. */
export interface Component {
  readonly name: ComponentName;
  /** Path of the executable. */
  readonly command: string;
  /** Whether it is started again when it ends by itself, as a kubelet does with static Pods. */
  readonly restarts: boolean;
  /** How many ports of 127.0.0.1 it listens on. */
  readonly portCount: number;
  /** Its command line, given that many free ports. */
  args(ports: readonly number[]): readonly string[];
  /** Whether it works. A rejection counts as not yet. */
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
  /** Path of the whole log; removed with a temporary state directory. */
  readonly logFile: string;

  constructor(what: string, at: { component: ComponentName; logFile: string; tail: string; cause?: unknown }) {
    super(`failed to start ${at.component}: ${what}; the end of its log:\n${at.tail}`, { cause: at.cause });
    this.component = at.component;
    this.logFile = at.logFile;
  }
}
