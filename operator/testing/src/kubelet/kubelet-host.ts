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

/** The requested part of a log, in the words of `PodLogOptions`. */
export interface LogOptions {
  readonly follow: boolean;
  /** Whether the log of the previous run is requested. */
  readonly previous: boolean;
  readonly timestamps: boolean;
  readonly tailLines?: number;
  /** Milliseconds since 1970. */
  readonly since?: number;
  readonly limitBytes?: number;
}

/** The command to execute in a container, and which of its streams are used. */
export interface ExecOptions {
  readonly command: readonly string[];
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
  /** In a terminal of its own; then there is no stderr. */
  readonly tty: boolean;
}

/** The size of a terminal, in characters. */
export interface TerminalSize {
  readonly width: number;
  readonly height: number;
}

/** A process that was started in a container. */
export interface ExecProcess {
  /** To be ended by the writer. */
  readonly stdin: Writable;
  /** Ends with the process. */
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Never rejects. */
  readonly exitCode: Promise<number>;
  /** Does nothing without a terminal. */
  resize(size: TerminalSize): void;
}

/**
 * Executes the command once its streams are open. Rejects: if it cannot be started. It is killed when `signal` aborts.
 */
export type Exec = (signal: AbortSignal) => Promise<ExecProcess>;

/** Connects to a port of a Pod. Rejects: if no process listens there. */
export type Dial = (port: number) => Promise<Socket>;

/** The Pods of one node, as a kubelet serves them. */
export interface KubeletHost {
  /** The output of a container, until `signal` aborts. Rejects: a `Refusal`. */
  logs(container: ContainerName, options: LogOptions, signal: AbortSignal): Promise<AsyncIterable<Buffer>>;
  /** Throws: a `Refusal`. */
  exec(container: ContainerName, options: ExecOptions): Exec;
  /** Throws: a `Refusal`. */
  portForward(pod: PodName): Dial;
}

/** An error response; kubectl shows the message. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** The API server passes the message of a 400 on unchanged. */
  readonly status: 400 | 404;

  constructor(message: string, status: 400 | 404 = 400) {
    super(message);
    this.status = status;
  }
}
