import type { ProcessIdentity } from './process-table.ts';
/** A process to start. */
export interface ProcessSpec {
  /** The name of the process in messages and in the record. It need not be unique. */
  readonly name: string;
  /**
   * The executable: an absolute path, or a name that is looked up in `PATH` of `env`. It is never passed to a shell.
   */
  readonly command: string;
  /** Arguments, passed unchanged. */
  readonly args: readonly string[];
  /** The complete environment of the process. @default - the environment of this process */
  readonly env?: Readonly<Record<string, string>>;
  /** Working directory. @default - the working directory of this process */
  readonly cwd?: string;
  /** File to which stdout and stderr are appended; created with mode 0600, its folder must exist. */
  readonly logFile: string;
  /**
   * How the log is written. `plain`: the process writes to the file directly, and the file grows without bounds.
   * `timed`: the process writes to a pipe, like in a container; an adjacent file has the time of each line, for
   * `readLog`; the file is bounded (see `LogWriter`).
   * @default 'plain'
   */
  readonly log?: 'plain' | 'timed';
}

/** How a process ended: with an exit code or by a signal. The other one is not set. */
export interface ProcessExit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** A process that was started through `Processes`. */
export interface RunningProcess {
  readonly name: string;
  readonly pid: number;
  /** How the process ended. Resolves when all its descendants have ended and the log is complete. Never rejects. */
  readonly exited: Promise<ProcessExit>;
  /**
   * Sends a signal. SIGKILL is sent to the process and all its descendants, any other signal to the process alone, like
   * a kubelet does with a container. Does nothing if the process has ended.
   *
   * Throws: for a signal that the system does not know.
   */
  kill(signal: NodeJS.Signals): void;
}

export type SupervisorRequest =
  | { readonly type: 'start'; readonly id: number; readonly spec: ProcessSpec }
  | { readonly type: 'signal'; readonly id: number; readonly signal: NodeJS.Signals };

export type SupervisorReply =
  | { readonly type: 'ready' }
  | { readonly type: 'started'; readonly id: number; readonly identity: ProcessIdentity }
  | { readonly type: 'refused'; readonly id: number; readonly message: string }
  | { readonly type: 'exited'; readonly id: number; readonly exit: ProcessExit };
