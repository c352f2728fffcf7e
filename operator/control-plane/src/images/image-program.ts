/** The container for which a program is chosen. */
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

/** How to run the program that stands for an image. */
export interface Program {
  /** The ENTRYPOINT of the image; `command` of a container replaces it. @default - none */
  readonly command?: readonly string[];
  /** The CMD of the image; `args` of a container replace it, and `command` of a container drops it. @default - none */
  readonly args?: readonly string[];
  /**
   * Commands that replace the image's executables, by the names that a container's `command` uses: `{ nginx:
   * ['/usr/bin/node', 'page.ts'] }`.
   *
   * @default - executables are found in `PATH` of this machine
   */
  readonly executables?: Readonly<Record<string, readonly string[]>>;
  /** The ENV of the image; variables of the container win. @default - none */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * The WORKDIR of the image: a folder of this machine for relative paths in `command` and `args`. `workingDir` of a
   * container replaces it. @default - the folder that stands for `/` of the container
   */
  readonly workingDir?: string;
  /**
   * Maps a port of the real image to the program's port, for programs that cannot listen on the former. @default - none
   */
  readonly portMap?: Readonly<Record<number, number>>;
}

/** Programs that run on this machine instead of the containers of an image. */
export interface ImageProgram {
  /**
   * The images. A string is a repository, with or without a tag; `*` matches any characters. `nginx` and `nginx:*`
   * match every tag and digest of nginx, `nginx:1.27*` matches those tags. Docker Hub's long names
   * (`docker.io/library/nginx`) are equivalent. A regular expression matches the image as the Pod states it; it must
   * also be valid in CEL (RE2: no lookaround, no backreference).
   */
  readonly match: string | RegExp;
  /** Returns the program. Called before every start of a container, including restarts. */
  program(container: ContainerContext): Program | Promise<Program>;
}
