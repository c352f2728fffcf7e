/** A container as a request names it. Nothing says yet that there is such a one. */
export interface ContainerName {
  readonly namespace: string;
  readonly pod: string;
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

/** The Pods of one node, as a kubelet serves them. */
export interface KubeletHost {
  /** What a container has written; until `signal` aborts. Rejects: a `Refusal`. */
  logs(container: ContainerName, options: LogOptions, signal: AbortSignal): Promise<AsyncIterable<Buffer>>;
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
