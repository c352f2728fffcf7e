import { Command, CommanderError } from 'commander';

import { isOperatorError, getMessage, escapeInvisibleInLines } from '@kubewright/runtime/internal/base';
import type { SignalSource } from '@kubewright/runtime/internal/manager/signals';
import { isPetStoreError, type PetStoreReason } from '../client/index.ts';
import { addCommand } from './add.ts';
import { type CommandIo, exitCodes, UsageError } from './io.ts';
import { searchCommand } from './search.ts';
import { serveCommand } from './serve.ts';
import { addStoreFlags, callStore, type StoreFlags } from './store-flags.ts';

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

function deleteCommand(io: CommandIo): Command {
  return addStoreFlags(
    new Command('delete').description('Deletes pets. Ignores unknown ids.').argument('<id...>', 'ids of the pets'),
  ).action(async (ids: string[], flags: StoreFlags) => {
    await callStore(flags, io, (store, call) => store.delete(ids, call));
    if (flags.output === 'json') io.stdout.write(`${JSON.stringify({ ids })}\n`);
  });
}

const exitHelp = `
Exit codes:
  0  done        1  the store rejects the request, or fails        2  wrong usage        3  the store does not answer`;

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
  const cause = error.reason === 'Invalid' ? '' : findInnermost(error.cause);
  return `${error.message}${advice[error.reason] ?? ''}${cause === '' ? '' : ` (${cause})`}`;
}

/** The innermost message, usually of the operating system, such as "connect ECONNREFUSED 127.0.0.1:6742". */
function findInnermost(error: unknown): string {
  if (!(error instanceof Error)) return '';
  // The gRPC library prefixes its messages with the status; `details` has them without it.
  return findInnermost(error.cause) || explainMessage('details' in error ? String(error.details) : error.message);
}

/** Replaces messages of the gRPC library and of OpenSSL that do not tell what is wrong with the store or the flags. */
function explainMessage(message: string): string {
  if (message.startsWith('Deadline exceeded')) return 'the operation timed out';
  if (message.includes('SSL routines') && message.includes('wrong version number'))
    return 'it does not use TLS: omit --tls and --tls-ca';
  const [, last = message] =
    /^No connection established\. Last error: (?:Error: )?(.*)\. Resolution note:/s.exec(message) ?? [];
  return last;
}
