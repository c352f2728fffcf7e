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
  /** The folder with the container's paths that do not exist on this machine. */
  readonly home: string;
  /** Variables that tell programs where files are that they would otherwise find at paths of the container. */
  readonly variables: Readonly<Record<string, string>>;
  /** Creates a folder of the container if it is missing; returns its path on this machine. */
  ensureFolder(path: string): Promise<string>;
  /** Replaces mount paths in a command or variable with paths on this machine. */
  rewritePaths(this: void, text: string): string;
  /** Returns the command line that runs `line` with these files. */
  run(line: readonly [string, ...string[]], cwd: string): CommandLine;
}

/** The kubelet's mount path for the ServiceAccount token. */
export const serviceAccountPath = '/var/run/secrets/kubernetes.io/serviceaccount';
