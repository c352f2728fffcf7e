import { Command, CommanderError } from 'commander';

import { isOperatorError, getMessage, escapeInvisibleInLines } from '@kubewright/runtime/internal/base';
import type { SignalSource } from '@kubewright/runtime/internal/manager/signals';
import { isPetStoreError, type PetStoreReason } from '../client/index.ts';
import { addCommand, deleteCommand, searchCommand } from './calls.ts';
import { type CommandIo, exitCodes, UsageError } from './io.ts';
import { serveCommand } from './serve.ts';

export interface PetstoreOptions {
  readonly io: CommandIo;
  readonly version: string;
  /** The signals that stop `serve`. The other commands end when the signal of `io` aborts. */
  readonly signals: SignalSource;
}

/**
 * Runs the command `petstore`.
 *
 * @param argv the arguments, without the name of the program
 * @returns the exit code
 */
export async function runPetstore(argv: readonly string[], { io, version, signals }: PetstoreOptions): Promise<number> {
  const program = new Command('petstore')
    .description('Runs a pet store, or calls one.')
    .version(version)
    .addHelpText('after', exitHelp);
  for (const command of [serveCommand(io, signals), addCommand(io), deleteCommand(io), searchCommand(io)]) {
    program.addCommand(command.allowExcessArguments(false));
  }
  for (const command of [program, ...program.commands]) inherit(command, io);
  try {
    await program.parseAsync(argv, { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    return report(error, io);
  }
}

const exitHelp = `
Exit codes:
  0  done        1  the store rejects the request        2  wrong usage        3  the store does not answer, or fails`;

/** Makes Commander write to our output and throw. By default, it writes to the output of the process and exits. */
function inherit(command: Command, { stdout, stderr }: CommandIo): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => stdout.write(text),
    writeErr: (text) => stderr.write(text),
  });
}

function report(error: unknown, { stderr, signal }: CommandIo): number {
  // Commander has already written its message. Its exit code for --help is 0.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  if (signal.aborted) return exitCodes.interrupted;
  stderr.write(`petstore: ${escapeInvisibleInLines(formatError(error))}\n`);
  if (error instanceof UsageError || isOperatorError(error)) return exitCodes.usage;
  return isPetStoreError(error, 'Unavailable') ? exitCodes.unreachable : exitCodes.failed;
}

const advice: Partial<Record<PetStoreReason, string>> = {
  Unavailable: ': start one with "petstore serve", or set --address to its address',
  Garbage: ': check that --address is the address of a pet store',
};

function formatError(error: unknown): string {
  if (!isPetStoreError(error)) return getMessage(error);
  const cause = error.reason === 'Invalid' ? '' : explainCause(error.cause);
  return `${error.message}${advice[error.reason] ?? ''}${cause === '' ? '' : ` (${cause})`}`;
}

/** The cause of a failed call, without what the gRPC library adds to a message of the operating system. */
function explainCause(cause: unknown): string {
  if (cause === undefined) return '';
  // The gRPC library prefixes its messages with the status; `details` has them without it.
  const message = cause instanceof Error && 'details' in cause ? String(cause.details) : getMessage(cause);
  if (message.includes('wrong version number')) return 'the store does not use TLS: omit --tls and --tls-ca';
  return /^No connection established\. Last error: (?:Error: )?(.*)\. Resolution note:/s.exec(message)?.[1] ?? message;
}
