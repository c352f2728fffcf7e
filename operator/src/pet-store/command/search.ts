import { Command, Option } from 'commander';

import { firstDay, lastDay } from '../calendar.ts';
import { type CalendarDate, isPetType, type PetFilter, petTypes } from '../pet.ts';
import type { CommandIo } from './io.ts';
import { formatPetsJson, formatPetsTable } from './print-pets.ts';
import { addStoreFlags, callStore, parseDateFlag, type StoreFlags } from './store-flags.ts';

interface SearchFlags extends StoreFlags {
  readonly name?: readonly string[];
  readonly type?: readonly string[];
  readonly bornFrom?: CalendarDate;
  readonly bornBefore?: CalendarDate;
}

export function searchCommand(io: CommandIo): Command {
  return addStoreFlags(
    new Command('search')
      .description('Prints the pets that match every filter, or all pets without filters.')
      .addOption(new Option('--name <name>', 'with this name; repeatable').argParser(appendText))
      .addOption(new Option('--type <type...>', 'of this type; repeatable').choices(petTypes))
      .addOption(new Option('--born-from <day>', 'born on this day or later').argParser(parseDateFlag))
      .addOption(new Option('--born-before <day>', 'born before this day').argParser(parseDateFlag)),
  ).action(async (flags: SearchFlags) => {
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
 * The filter of the flags. The contract has no open ranges: a missing start is the first day of the calendar, a missing
 * end the last day.
 */
function buildFilter({ name = [], type = [], bornFrom, bornBefore }: SearchFlags): PetFilter {
  const hasRange = bornFrom !== undefined || bornBefore !== undefined;
  return {
    names: name,
    types: type.filter(isPetType),
    ...(hasRange && { born: { from: bornFrom ?? firstDay, before: bornBefore ?? lastDay } }),
  };
}
