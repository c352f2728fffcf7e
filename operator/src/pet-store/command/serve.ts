import { Command, InvalidArgumentError, Option } from 'commander';

import { createLogger, type LogFormat } from '@kubewright/runtime/internal/manager/logging';
import { listenForStop, type SignalSource } from '@kubewright/runtime/internal/manager/signals';
import { waitForAbort } from '@kubewright/runtime/internal/base';
import { defaultAddress } from '../address.ts';
import type { ServerTls } from '../server/listen.ts';
import { startPetStore } from '../start-pet-store.ts';
import { type CommandIo, UsageError } from './io.ts';
import { readFlagFile } from './store-flags.ts';

interface ServeFlags {
  readonly address: string;
  readonly data?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly sampling: number;
  readonly logFormat?: LogFormat;
}

export function serveCommand(io: CommandIo, signals: SignalSource): Command {
  return new Command('serve')
    .description('Runs a store until Ctrl-C or SIGTERM.')
    .option(
      '--address <host:port>',
      'address to listen on; port 0 selects a free port, host [::] all addresses',
      defaultAddress,
    )
    .option('--data <file>', 'store the pets in this SQLite file (default: in memory, until the store stops)')
    .option('--tls-cert <file>', 'use TLS, with this certificate')
    .option('--tls-key <file>', 'private key of the certificate')
    .addOption(
      new Option('--sampling <share>', 'which requests to log: never, always, or a share like 0.1')
        .argParser(parseSampling)
        .default(0, 'never'),
    )
    .addOption(
      new Option('--log-format <format>', 'default: text on a terminal, otherwise json').choices(['text', 'json']),
    )
    .action((flags: ServeFlags) => serve(flags, io, signals));
}

async function serve(flags: ServeFlags, { stdout }: CommandIo, signals: SignalSource): Promise<void> {
  const { address, data, sampling } = flags;
  // SQLite treats an empty name as a temporary file, which it deletes when the store stops.
  if (data === '') throw new UsageError('--data needs the name of a file');
  const format = flags.logFormat ?? (stdout.isTTY === true ? 'text' : 'json');
  const logger = createLogger({ level: 'info', format });
  const tls = readTls(flags);
  using stop = listenForStop(signals, logger);
  await using _store = await startPetStore({
    ...{ address, sampling, logger },
    ...(data !== undefined && { data }),
    ...(tls && { tls }),
  });
  logger.info('storing pets', { where: data ?? 'in memory, until the store stops' });
  await waitForAbort(stop.signal);
}

function readTls({ tlsCert, tlsKey }: ServeFlags): ServerTls | undefined {
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert === undefined || tlsKey === undefined) throw new UsageError('TLS needs both --tls-cert and --tls-key');
  return { cert: readFlagFile('--tls-cert', tlsCert), key: readFlagFile('--tls-key', tlsKey) };
}

function parseSampling(text: string): number {
  if (text === 'never') return 0;
  const share = text === 'always' ? 1 : Number(text);
  if (share > 0 && share <= 1) return share;
  throw new InvalidArgumentError('Use never, always, or a number greater than 0 and at most 1.');
}
