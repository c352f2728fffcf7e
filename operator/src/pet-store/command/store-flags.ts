import { readFileSync } from 'node:fs';

import { type Command, Option } from 'commander';

import { messageOf } from '@kubewright/runtime/internal/base';
import { defaultAddress } from '../address.ts';
import type { PetStoreConnection } from '../client/index.ts';
import { positiveNumber } from './arguments.ts';
import { UsageError } from './io.ts';

/** The flags of every command that calls a store. */
export interface StoreFlags {
  readonly address: string;
  readonly tls?: true;
  readonly tlsCa?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly tlsServerName?: string;
  /** In seconds. */
  readonly timeout: number;
  readonly output: 'table' | 'json';
}

export function addStoreFlags(command: Command): Command {
  return command
    .addOption(
      new Option('--address <host:port>', 'where the store is').env('PETSTORE_ADDRESS').default(defaultAddress),
    )
    .option('--tls', 'speak TLS; implied by the flags below')
    .option('--tls-ca <file>', 'certificate authorities to trust (default: those of this machine)')
    .option('--tls-cert <file>', 'own certificate, for a store that asks for one')
    .option('--tls-key <file>', 'private key of the certificate')
    .option('--tls-server-name <name>', "name in the store's certificate (default: the host of the address)")
    .addOption(
      new Option('--timeout <seconds>', 'how long to wait for an answer').default(10).argParser(positiveNumber),
    )
    .addOption(new Option('-o, --output <format>', 'what to print').choices(['table', 'json']).default('table'));
}

/** The connection that the flags describe. Throws: `UsageError` for a file that cannot be read. */
export function connectionOf(flags: StoreFlags): PetStoreConnection {
  const { address, tls, tlsCa, tlsCert, tlsKey, tlsServerName, timeout } = flags;
  const parts = {
    ...(tlsCa !== undefined && { ca: textOf('--tls-ca', tlsCa) }),
    ...(tlsCert !== undefined && { cert: textOf('--tls-cert', tlsCert) }),
    ...(tlsKey !== undefined && { key: textOf('--tls-key', tlsKey) }),
    ...(tlsServerName !== undefined && { serverName: tlsServerName }),
  };
  const isSecured = tls === true || Object.keys(parts).length > 0;
  return { address, deadlineMs: timeout * 1000, ...(isSecured && { tls: parts }) };
}

/** The text of the file in a flag. Throws: `UsageError`. */
export function textOf(flag: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new UsageError(`cannot read the file of ${flag} (${messageOf(cause)})`, { cause });
  }
}
