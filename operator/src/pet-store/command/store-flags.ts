import { readFileSync } from 'node:fs';

import { type Command, InvalidArgumentError, Option } from 'commander';

import { getMessage } from '@kubewright/runtime/internal/base';
import { defaultAddress } from '../address.ts';
import { tryParseDate } from '../calendar.ts';
import { connectPetStore, type PetStore, type PetStoreCall, type PetStoreConnection } from '../client/index.ts';
import type { CalendarDate } from '../pet.ts';
import { type CommandIo, UsageError } from './io.ts';

/** The flags of every command that calls a store. */
export interface StoreFlags {
  readonly address: string;
  readonly tls?: true;
  readonly tlsCa?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly tlsServerName?: string;
  /** The deadline of a call in seconds. */
  readonly timeout: number;
}

export function addStoreFlags(command: Command): Command {
  return command
    .addOption(
      new Option('--address <host:port>', 'address of the store').env('PETSTORE_ADDRESS').default(defaultAddress),
    )
    .option('--tls', 'use TLS; implied by --tls-ca, --tls-cert, --tls-key and --tls-server-name')
    .option('--tls-ca <file>', 'certificate authorities to trust (default: those of this machine)')
    .option('--tls-cert <file>', 'client certificate, for a store that requires one')
    .option('--tls-key <file>', 'private key of the client certificate')
    .option('--tls-server-name <name>', "expected name in the store's certificate (default: the host of the address)")
    .option('--timeout <seconds>', 'how long to wait for a response', parsePositiveNumber, 10);
}

/** Makes one call to the store that the flags select. Throws: `UsageError` for a file that cannot be read. */
export async function callStore<T>(
  flags: StoreFlags,
  { signal }: CommandIo,
  call: (store: PetStore, options: PetStoreCall) => Promise<T>,
): Promise<T> {
  await using store = connectPetStore(buildConnection(flags));
  return await call(store, { signal });
}

function buildConnection({ address, timeout, ...flags }: StoreFlags): PetStoreConnection {
  const { tls, tlsCa, tlsCert, tlsKey, tlsServerName } = flags;
  const parts = {
    ...(tlsCa !== undefined && { ca: readFlagFile('--tls-ca', tlsCa) }),
    ...(tlsCert !== undefined && { cert: readFlagFile('--tls-cert', tlsCert) }),
    ...(tlsKey !== undefined && { key: readFlagFile('--tls-key', tlsKey) }),
    ...(tlsServerName !== undefined && { serverName: tlsServerName }),
  };
  const isSecured = tls === true || Object.keys(parts).length > 0;
  return { address, deadlineMs: timeout * 1000, ...(isSecured && { tls: parts }) };
}

/** The text of the file in a flag. Throws: `UsageError`. */
export function readFlagFile(flag: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new UsageError(`cannot read the file in ${flag} (${getMessage(cause)})`, { cause });
  }
}

export function parseDateFlag(text: string): CalendarDate {
  const found = tryParseDate(text);
  if (found === undefined) throw new InvalidArgumentError('Use a date like 2021-04-01.');
  return found;
}

export function parsePositiveNumber(text: string): number {
  const number = Number(text);
  if (Number.isFinite(number) && number > 0) return number;
  throw new InvalidArgumentError('Use a number greater than 0.');
}
