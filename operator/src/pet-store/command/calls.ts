import { Command, Option } from 'commander';

import { escapeInvisible } from '@kubewright/runtime/internal/base';
import { firstDay, lastDay } from '../calendar.ts';
import { type CalendarDate, type NewPet, type PetFilter, type PetType, petTypes } from '../pet.ts';
import type { CommandIo } from './io.ts';
import { formatPetsJson, formatPetsTable } from './print-pets.ts';
import { addStoreFlags, callStore, parseDateFlag, type StoreFlags } from './store-flags.ts';

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
  readonly name?: readonly string[];
  readonly type?: readonly PetType[];
  readonly bornFrom?: CalendarDate;
  readonly bornBefore?: CalendarDate;
  readonly output: 'table' | 'json';
}

export function searchCommand(io: CommandIo): Command {
  const command = new Command('search')
    .description('Prints the pets that match every filter, or all pets without filters.')
    .option('--name <name>', 'with this name; repeatable', appendText)
    .addOption(new Option('--type <type...>', 'of this type; repeatable').choices(petTypes))
    .option('--born-from <day>', 'born on this day or later', parseDateFlag)
    .option('--born-before <day>', 'born before this day', parseDateFlag)
    .addOption(new Option('-o, --output <format>', 'output format').choices(['table', 'json']).default('table'));
  return addStoreFlags(command).action(async (flags: SearchFlags) => {
    const pets = await callStore(flags, io, (store, call) => store.search(buildFilter(flags), call));
    if (flags.output === 'json') io.stdout.write(formatPetsJson(pets));
    else if (pets.length > 0) io.stdout.write(formatPetsTable(pets));
    else io.stderr.write('No pets found.\n');
  });
}

function appendText(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

/**
 * Builds the filter from the flags. The contract has no open ranges: a missing start becomes the first day of the
 * calendar, a missing end the last day.
 */
function buildFilter({ name: names = [], type: types = [], bornFrom, bornBefore }: SearchFlags): PetFilter {
  const hasRange = bornFrom !== undefined || bornBefore !== undefined;
  return { names, types, ...(hasRange && { born: { from: bornFrom ?? firstDay, before: bornBefore ?? lastDay } }) };
}
