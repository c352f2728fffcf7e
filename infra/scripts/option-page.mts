/** The page about every option of an environment, by group. */
import type { z } from 'zod';

/** What is known of the options. */
export interface OptionTable {
  readonly groups: ReadonlyMap<string, z.ZodObject>;
  readonly textOf: (schema: z.ZodType) => {
    readonly meaning?: string;
    readonly usual?: string;
    readonly of?: z.ZodType;
  };
  readonly typeOf: (schema: z.ZodType) => string;
}

/** Pure: the page, in Markdown: the group `first`, then each group that an option of one before it has. */
export function optionPage(table: OptionTable, first: string): string {
  const names = [first];
  for (const name of names) for (const each of groupsIn(table, name)) if (!names.includes(each)) names.push(each);
  return [
    '# Every option of an environment',
    'Those of an `Operator` are among them. In YAML, JSON and TypeScript they have these names, and types as TypeScript writes ' +
      'them. Written by `npm run generate` from `infra/src/options/`.',
    ...names.map((name) => section(table, name)),
  ].join('\n\n');
}

function section(table: OptionTable, name: string): string {
  const group = table.groups.get(name);
  const { meaning = '' } = group === undefined ? {} : table.textOf(group);
  const rows = Object.entries(group?.shape ?? {}).map(([field, schema]) => row(table, field, schema as z.ZodType));
  return [`## ${name}`, meaning.replaceAll(/@see (\S+)/g, '<$1>'), header + rows.join('\n')].join('\n\n');
}

const header = '| option | type | what it means | without it |\n| --- | --- | --- | --- |\n';

function row(table: OptionTable, field: string, schema: z.ZodType): string {
  const { meaning = '', usual = '', of = schema } = table.textOf(schema);
  const type = linked(table, table.typeOf(of));
  const without = schema._zod.def.type === 'optional' ? withoutIt(usual) : 'required';
  return `| \`${field}\` | ${type} | ${cell(meaning)} | ${cell(without)} |`;
}

function withoutIt(usual: string): string {
  return usual.startsWith('- ') || usual === '' ? usual.slice(2) : `\`${usual}\``;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** A group is a link to its section. */
function linked({ groups }: OptionTable, type: string): string {
  const plain = type.replaceAll('readonly ', '').replaceAll('Readonly<Record<string, string>>', '{ [key]: string }');
  const [, name = '', rest = ''] = /^(\w+)(\[\]| \| false)?$/.exec(plain) ?? [];
  if (!groups.has(name)) return `\`${plain.replaceAll('|', '\\|')}\``;
  return `[\`${name}\`](#${name.toLowerCase()})${rest === '' ? '' : `\`${rest.replace('|', '\\|')}\``}`;
}

/** The groups whose names stand in the types of a group's options. */
function groupsIn({ groups, textOf, typeOf }: OptionTable, name: string): string[] {
  const fields = Object.values(groups.get(name)?.shape ?? {}) as z.ZodType[];
  const words = fields.flatMap((each) => typeOf(textOf(each).of ?? each).match(/\b[A-Z]\w+/g) ?? []);
  return [...new Set(words)].filter((each) => groups.has(each));
}
