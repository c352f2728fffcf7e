import { text } from 'node:stream/consumers';

import { Command, Option } from 'commander';

import { escapeInvisible, escapeInvisibleInLines } from '@kubewright/runtime/internal/base';
import { type CalendarDate, type NewPet, type PetType, petTypes } from '../pet.ts';
import { type CommandIo, UsageError } from './io.ts';
import { parsePets } from './parse-pets.ts';
import { addStoreFlags, callStore, parseDateFlag, type StoreFlags } from './store-flags.ts';

interface AddFlags extends StoreFlags {
  readonly name?: string;
  readonly type?: PetType;
  readonly birthday?: CalendarDate;
}

export function addCommand(io: CommandIo): Command {
  return addStoreFlags(
    new Command('add')
      .description('Adds pets and prints their ids.')
      .argument('[json]', 'a pet or a list of pets as JSON; - reads standard input')
      .option('--name <name>', 'name of the pet')
      .addOption(new Option('--type <type>', 'type of the pet').choices(petTypes))
      .addOption(new Option('--birthday <day>', 'birthday of the pet, like 2021-04-01').argParser(parseDateFlag)),
  )
    .addHelpText('after', examples)
    .action(async (json: string | undefined, flags: AddFlags) => {
      const pets = json === undefined ? [parsePetFlags(flags)] : await readPets(json, flags, io);
      const ids = await callStore(flags, io, (store, call) => store.add(pets, call));
      const lines = flags.output === 'json' ? JSON.stringify({ ids }) : ids.map(escapeInvisible).join('\n');
      io.stdout.write(`${escapeInvisibleInLines(lines)}\n`);
    });
}

const examples = `
Examples:
  petstore add --name Thor --type dog --birthday 2021-04-01
  petstore add '{"name": "Thor", "type": "dog", "birthday": "2021-04-01"}'
  petstore add - < pets.json`;

function parsePetFlags({ name, type, birthday }: AddFlags): NewPet {
  if (name === undefined || type === undefined || birthday === undefined) {
    throw new UsageError('pass --name, --type and --birthday, or the pet as JSON');
  }
  return { name, type, birthday };
}

async function readPets(json: string, { name, type, birthday }: AddFlags, io: CommandIo): Promise<NewPet[]> {
  if ([name, type, birthday].some((flag) => flag !== undefined)) {
    throw new UsageError('pass the pet either as JSON or with --name, --type and --birthday');
  }
  return parsePets(json === '-' ? await text(io.stdin) : json);
}
