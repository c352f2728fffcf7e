import { Command, InvalidArgumentError, Option } from 'commander';

import { escapeInvisible } from '@kubewright/runtime/internal/base';
import { tryParseDate } from '../calendar.ts';
import { type CalendarDate, type NewPet, type PetFilter, petTypes } from '../pet.ts';
import type { CommandIo } from './io.ts';
import { formatPets } from './format-pets.ts';
import { addStoreFlags, callStore, type StoreFlags } from './store-flags.ts';

export function addCommand(io: CommandIo): Command {
  const command = new Command('add')
    .description('Adds a pet and prints its id.')
    .requiredOption('--name <name>', 'name of the pet')
    .addOption(new Option('--type <type>', 'type of the pet').choices(petTypes).makeOptionMandatory())
    .requiredOption('--birthday <day>', 'birthday of the pet, like 2021-04-01', parseDateFlag);
  return addStoreFlags(command).action(async ({ name, type, birthday, ...flags }: NewPet & StoreFlags) => {
    const ids = await callStore(flags, io, (store, call) => store.add([{ name, type, birthday }], call));
    io.stdout.write(`${ids.map(escapeInvisible).join('\n')}\n`);
  });
}

export function deleteCommand(io: CommandIo): Command {
  const command = new Command('delete')
    .description('Deletes pets. Ignores unknown ids.')
    .argument('<id...>', 'ids of the pets');
  return addStoreFlags(command).action((ids: string[], flags: StoreFlags) =>
    callStore(flags, io, (store, call) => store.delete(ids, call)),
  );
}

interface SearchFlags extends StoreFlags {
  readonly name?: PetFilter['names'];
  readonly type?: PetFilter['types'];
}

export function searchCommand(io: CommandIo): Command {
  const command = new Command('search')
    .description('Prints the pets that match every filter, or all pets without filters.')
    .option('--name <name...>', 'with one of these names')
    .addOption(new Option('--type <type...>', 'of one of these types').choices(petTypes));
  return addStoreFlags(command).action(async ({ name: names = [], type: types = [], ...flags }: SearchFlags) => {
    const pets = await callStore(flags, io, (store, call) => store.search({ names, types }, call));
    if (pets.length > 0) io.stdout.write(formatPets(pets));
    else io.stderr.write('No pets found.\n');
  });
}

function parseDateFlag(text: string): CalendarDate {
  const found = tryParseDate(text);
  if (found === undefined) throw new InvalidArgumentError('Use a date like 2021-04-01.');
  return found;
}
