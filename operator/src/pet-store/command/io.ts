/** The streams and the abort signal of the command: those of the process, or of a test. */
export interface CommandIo {
  readonly stdout: Output;
  readonly stderr: Output;
  /** Aborts on Ctrl-C. */
  readonly signal: AbortSignal;
}

export interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** The exit codes of the process. */
export const exitCodes = {
  done: 0,
  /** The store rejects the request, or violates its protocol. */
  failed: 1,
  /** The command line, or a file or an address in it, is wrong. */
  usage: 2,
  /** The store does not answer, or fails. */
  unreachable: 3,
  /** Ctrl-C, with the exit code that shells expect. */
  interrupted: 130,
} as const;

/** A mistake of the user. The message explains the correction. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
