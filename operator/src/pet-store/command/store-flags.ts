import { readFileSync } from 'node:fs';

import { type Command, Option } from 'commander';

import { getMessage } from '@kubewright/runtime/internal/base';
import { defaultAddress } from '../address.ts';
import { connectPetStore, type PetStore, type PetStoreCall } from '../client/index.ts';
import { type CommandIo, UsageError } from './io.ts';

/** The flags of every command that calls a store. */
export interface StoreFlags {
  readonly address: string;
  readonly tls?: true;
  readonly tlsCa?: string;
}

export function addStoreFlags(command: Command): Command {
  return command
    .addOption(
      new Option('--address <host:port>', 'address of the store').env('PETSTORE_ADDRESS').default(defaultAddress),
    )
    .option('--tls', 'use TLS; implied by --tls-ca')
    .option('--tls-ca <file>', 'certificate authorities to trust (default: those of this machine)');
}

/** Makes one call to the store that the flags select. Throws: `UsageError` for a file that cannot be read. */
export async function callStore<T>(
  { address, tls, tlsCa }: StoreFlags,
  { signal }: CommandIo,
  call: (store: PetStore, options: PetStoreCall) => Promise<T>,
): Promise<T> {
  const trusted = tlsCa === undefined ? tls : { ca: readFlagFile('--tls-ca', tlsCa) };
  await using store = connectPetStore({ address, deadlineMs: 10_000, ...(trusted && { tls: trusted }) });
  return await call(store, { signal });
}

/** The text of the file in a flag. Throws: `UsageError`. */
export function readFlagFile(flag: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new UsageError(`cannot read the file in ${flag} (${getMessage(cause)})`, { cause });
  }
}
