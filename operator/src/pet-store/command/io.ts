/** What the command reads and writes; that of a process, or of a test. */
export interface CommandIo {
  readonly stdin: AsyncIterable<string | Buffer>;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Ctrl-C. */
  readonly signal: AbortSignal;
}

export interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** What the process ends with. */
export const exitCodes = {
  done: 0,
  /** The store refused it, or failed. */
  failed: 1,
  /** The command line, or what it names, is wrong. */
  usage: 2,
  /** There is no answer from a store. */
  unreachable: 3,
  /** Ctrl-C, as a shell expects it. */
  interrupted: 130,
} as const;

/** A mistake of the user: its message says what to correct. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
