import { connectPetStore, type PetStore, type PetStoreCall } from '../client/index.ts';
import type { CommandIo } from './io.ts';
import { connectionOf, type StoreFlags } from './store-flags.ts';
import { whileWaiting } from './while-waiting.ts';

/** Makes one call to the store at the address in the flags. */
export async function callStore<T>(
  flags: StoreFlags,
  io: CommandIo,
  call: (store: PetStore, options: PetStoreCall) => Promise<T>,
): Promise<T> {
  await using store = connectPetStore(connectionOf(flags));
  const what = `waiting for the pet store at ${flags.address}`;
  return await whileWaiting(call(store, { signal: io.signal }), { what, output: io.stderr });
}
