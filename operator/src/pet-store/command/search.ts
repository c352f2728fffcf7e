import { Command, Option } from 'commander';

import { firstDay, lastDay } from '../calendar.ts';
import { type CalendarDate, isPetType, type PetFilter, petTypes } from '../pet.ts';
import type { CommandIo } from './io.ts';
import { petsJson, petsTable } from './print-pets.ts';
import { addStoreFlags, callStore, date, type StoreFlags } from './store-flags.ts';

interface SearchFlags extends StoreFlags {
  readonly name?: readonly string[];
  readonly type?: readonly string[];
  readonly bornFrom?: CalendarDate;
  readonly bornBefore?: CalendarDate;
}

export function searchCommand(io: CommandIo): Command {
  return addStoreFlags(
    new Command('search')
      .description('Prints the pets that pass every filter; without any, all pets.')
      .addOption(new Option('--name <name>', 'with this name; repeatable').argParser(appended))
      .addOption(new Option('--type <type...>', 'of this type; repeatable').choices(petTypes))
      .addOption(new Option('--born-from <day>', 'born on this day or later').argParser(date))
      .addOption(new Option('--born-before <day>', 'born before this day').argParser(date)),
  ).action(async (flags: SearchFlags) => {
    const pets = await callStore(flags, io, (store, call) => store.search(filterOf(flags), call));
    if (flags.output === 'json') io.stdout.write(petsJson(pets));
    else if (pets.length > 0) io.stdout.write(petsTable(pets));
    else io.stderr.write('No pets found.\n');
  });
}

function appended(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

/**
 * The filter of the flags. The contract has no open ranges: a missing start is the first day of the calendar, a missing
 * end the last day.
 */
function filterOf({ name = [], type = [], bornFrom, bornBefore }: SearchFlags): PetFilter {
  const hasRange = bornFrom !== undefined || bornBefore !== undefined;
  return {
    names: name,
    types: type.filter(isPetType),
    ...(hasRange && { born: { from: bornFrom ?? firstDay, before: bornBefore ?? lastDay } }),
  };
}
