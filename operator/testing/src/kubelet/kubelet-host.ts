import type { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';

/** A Pod as a request names it. It may not exist. */
export interface PodName {
  readonly namespace: string;
  readonly pod: string;
}

/** A container as a request names it. */
export interface ContainerName extends PodName {
  readonly container: string;
}

/** What of a log is asked for, in the words of `PodLogOptions`. */
export interface LogOptions {
  readonly follow: boolean;
  /** Of the run before the present one. */
  readonly previous: boolean;
  readonly timestamps: boolean;
  readonly tailLines?: number;
  /** Milliseconds since 1970. */
  readonly since?: number;
  readonly limitBytes?: number;
}

/** What to execute in a container, and what of it is of interest. */
export interface ExecOptions {
  readonly command: readonly string[];
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
  /** In a terminal of its own; then there is no stderr. */
  readonly tty: boolean;
}

/** A terminal's, in characters. */
export interface TerminalSize {
  readonly width: number;
  readonly height: number;
}

/** What was started in a container. */
export interface ExecProcess {
  /** To be ended by who writes to it. */
  readonly stdin: Writable;
  /** Ends with the process. */
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Never rejects. */
  readonly exitCode: Promise<number>;
  /** Does nothing without a terminal. */
  resize(size: TerminalSize): void;
}

/** What is executed once its streams are there. Rejects: when it cannot be started. It is killed when `signal` aborts. */
export type Exec = (signal: AbortSignal) => Promise<ExecProcess>;

/** Connects to a port of a Pod. Rejects: when nobody listens there. */
export type Dial = (port: number) => Promise<Socket>;

/** The Pods of one node, as a kubelet serves them. */
export interface KubeletHost {
  /** What a container has written; until `signal` aborts. Rejects: a `Refusal`. */
  logs(container: ContainerName, options: LogOptions, signal: AbortSignal): Promise<AsyncIterable<Buffer>>;
  /** Throws: a `Refusal`. */
  exec(container: ContainerName, options: ExecOptions): Exec;
  /** Throws: a `Refusal`. */
  portForward(pod: PodName): Dial;
}

/** What is answered to a request that cannot be met; kubectl shows the message. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** Of 400, the API server hands on the message as it is. */
  readonly status: 400 | 404;

  constructor(message: string, status: 400 | 404 = 400) {
    super(message);
    this.status = status;
  }
}
