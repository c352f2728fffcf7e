import { Command } from 'commander';

import { callStore } from './call-store.ts';
import type { CommandIo } from './io.ts';
import { addStoreFlags, type StoreFlags } from './store-flags.ts';

export function deleteCommand(io: CommandIo): Command {
  return addStoreFlags(
    new Command('delete')
      .description('Deletes pets. Ids that the store does not know are passed over.')
      .argument('<id...>', 'ids of the pets'),
  ).action(async (ids: string[], flags: StoreFlags) => {
    await callStore(flags, io, (store, call) => store.delete(ids, call));
    io.stdout.write(flags.output === 'json' ? `${JSON.stringify({ ids })}\n` : '');
  });
}
