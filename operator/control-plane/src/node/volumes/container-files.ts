export interface CommandLine {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

/** A folder or file of this machine, and its path in a container. */
export interface Mount {
  readonly path: string;
  readonly target: string;
}

/** The files of a container as its processes see them, with volumes at their mount paths. */
export interface ContainerFiles {
  /** The folder that holds paths missing on this machine. */
  readonly home: string;
  /** Variables that locate the files which a process would otherwise find at a container's paths. */
  readonly variables: Readonly<Record<string, string>>;
  /** Creates a missing folder of the container; returns its path. */
  ensureFolder(path: string): Promise<string>;
  /** Replaces mount paths in a command or variable with the actual paths. */
  rewritePaths(this: void, text: string): string;
  /** Returns the command line that runs `line` with these files. */
  run(line: readonly [string, ...string[]], cwd: string): CommandLine;
}

/** The kubelet's mount path for the ServiceAccount token. */
export const serviceAccountPath = '/var/run/secrets/kubernetes.io/serviceaccount';
