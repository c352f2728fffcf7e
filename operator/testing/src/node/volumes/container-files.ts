/** A command line with its working directory. */
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

/** The files of a container, as its processes see them: with its volumes at their mount paths. */
export interface ContainerFiles {
  /** Its own folder, in which paths that this machine does not have are created. */
  readonly home: string;
  /** Variables by which a process finds what it would otherwise find at a path of a container. */
  readonly variables: Readonly<Record<string, string>>;
  /** Creates a folder of the container if it does not exist; returns its path. */
  ensureFolder(path: string): Promise<string>;
  /** `rewritePaths` of a command or variable, with the paths at which mounts are found. */
  rewritePaths(this: void, text: string): string;
  /** The command line that runs `line` with these files. */
  run(line: readonly [string, ...string[]], cwd: string): CommandLine;
}

/** Where a kubelet mounts the token of the ServiceAccount. */
export const serviceAccountPath = '/var/run/secrets/kubernetes.io/serviceaccount';
