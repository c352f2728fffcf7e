/** A container whose program is chosen. */
export interface ContainerContext {
  readonly image: string;
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
  /** The Pod's loopback address, which other processes do not use. */
  readonly address: string;
  /** Finds a free TCP port on `address`. */
  readonly freePort: () => Promise<number>;
}

/** How to start an image's program. */
export interface Program {
  /** The image's ENTRYPOINT; a container's `command` replaces it. @default - none */
  readonly command?: readonly string[];
  /** The image's CMD; a container's `args` replace it, and a container's `command` drops it. @default - none */
  readonly args?: readonly string[];
  /**
   * Commands that replace the image's executables, by the names that a container's `command` uses: `{ nginx:
   * ['/usr/bin/node', 'page.ts'] }`.
   *
   * @default - executables are found in `PATH` of this machine
   */
  readonly executables?: Readonly<Record<string, readonly string[]>>;
  /** The image's ENV; the container's own variables win. @default - none */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * The image's WORKDIR: a folder of this machine for relative paths of `command` and `args`. A container's
   * `workingDir` replaces it.
   *
   * @default - the folder that is `/` of the container
   */
  readonly workingDir?: string;
  /**
   * Maps a port of the real image to the program's port, for programs that cannot listen on the former. @default - none
   */
  readonly portMap?: Readonly<Record<number, number>>;
}

/** Images whose containers run as real processes. */
export interface ImageProgram {
  /**
   * A string is a repository, with or without a tag; `*` matches any characters. `nginx` and `nginx:*` match every tag
   * and digest of nginx, `nginx:1.27*` matches those tags. Docker Hub's long names (`docker.io/library/nginx`) are
   * equivalent. A regular expression matches the image as written; it must also be valid in CEL (RE2: no lookaround, no
   * backreference).
   */
  readonly match: string | RegExp;
  /** Called before every start of a container, including restarts. */
  program(container: ContainerContext): Program | Promise<Program>;
}
