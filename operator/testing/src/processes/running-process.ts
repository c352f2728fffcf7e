/** One process to start. */
export interface ProcessSpec {
  /** Name for messages and the record; need not be unique. */
  readonly name: string;
  /** Executable: an absolute path, or a name that is looked up in `PATH` of `env`. Never a shell line. */
  readonly command: string;
  /** Arguments, passed as they are. */
  readonly args: readonly string[];
  /** The whole environment of the process. @default - that of this process */
  readonly env?: Readonly<Record<string, string>>;
  /** Working directory. @default - the working directory of this process */
  readonly cwd?: string;
  /** File to which stdout and stderr are appended; created with mode 0600, its folder must exist. */
  readonly logFile: string;
  /**
   * What the log is like. `plain`: the process writes into the file itself, which grows without bounds. `timed`: it writes
   * into a pipe, as in a container, and beside the file there is what `readLog` needs to know when each line came; the file
   * is bounded (see `LogWriter`).
   * @default 'plain'
   */
  readonly log?: 'plain' | 'timed';
  /** Named pipes in place of empty input and of the log. Their creator holds the other ends. @default - none */
  readonly pipes?: ProcessPipes;
}

/** Paths of named pipes. */
export interface ProcessPipes {
  readonly stdin: string;
  readonly stdout: string;
  readonly stderr: string;
}

/** How a process ended. Exactly one of the two is set. */
export interface ProcessExit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** A process that was started through `Processes`. */
export interface RunningProcess {
  readonly name: string;
  readonly pid: number;
  /** How it ended. Never rejects. When it resolves, no descendant of the process is left either, and its log is whole. */
  readonly exited: Promise<ProcessExit>;
  /**
   * Sends a signal. SIGKILL is sent to the process and all its descendants, any other signal to the process alone
   * (what a kubelet does to a container). Nothing happens if it has ended already.
   *
   * Throws: when this system has no such signal.
   */
  kill(signal: NodeJS.Signals): void;
}
