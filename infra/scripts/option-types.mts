/**
 * Writes `src/options/types.ts`, the interfaces of all option groups, and `docs/options.md`. Zod's own types would lose
 * the comments, and do not compile in every project.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import path from 'node:path';

import { format, resolveConfig } from 'prettier';
import ts from 'typescript';
import type { z } from 'zod';

type Schema = z.ZodType;

/** The `doc` of a field in `src/options/schema.ts`. */
interface SchemaDoc {
  readonly meaning?: string;
  readonly usual?: string;
  readonly name?: string;
  readonly base?: Schema;
  readonly parent?: string;
  readonly type?: string;
  readonly from?: string;
  readonly of?: Schema;
}

const folder = path.resolve(import.meta.dirname, '../src/options');
const target = path.join(folder, 'types.ts');
const require = createRequire(import.meta.url);

/** Node does not read the sources of infra, which are CommonJS, as TypeScript. */
(Module as unknown as { _extensions: Record<string, unknown> })._extensions['.ts'] = (
  module: { _compile: (code: string, file: string) => void },
  file: string,
): void => {
  const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: true };
  module._compile(ts.transpileModule(readFileSync(file, 'utf8'), { compilerOptions }).outputText, file);
};

const { getSchemaDoc } = require(path.join(folder, 'schema.ts')) as { getSchemaDoc: (schema: Schema) => SchemaDoc };

/** Option groups by interface name. */
const groups = readGroups();

function readGroups(): ReadonlyMap<string, z.ZodObject> {
  const files = readdirSync(folder).filter(
    (file) => /^[a-z-]+\.ts$/.test(file) && file !== 'types.ts' && file !== 'index.ts',
  );
  const exported = files.flatMap((file) => Object.values(require(path.join(folder, file)) as Record<string, unknown>));
  const named = exported.flatMap((each): [string, z.ZodObject][] => {
    const name = isSchema(each) ? getSchemaDoc(each).name : undefined;
    return name === undefined ? [] : [[name, each as z.ZodObject]];
  });
  return new Map(named.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && '_zod' in value;
}

/** Names that the types import, by module. */
const imported = new Map<string, Set<string>>();

function renderInterface(name: string, group: z.ZodObject): string {
  const { meaning = '', base, parent = base && getSchemaDoc(base).name } = getSchemaDoc(group);
  const [generic] = parent?.split('<') ?? [];
  if (generic !== undefined && generic !== parent) addImport('./given-types.ts', generic);
  const inherited = base === undefined ? {} : (base as z.ZodObject).shape;
  const fields = Object.entries(group.shape).filter(([field, schema]) => inherited[field] !== schema);
  const body = fields.map(([field, schema]) => renderField(field, schema as Schema)).join('');
  return `${renderComment(meaning, '')}export interface ${name}${parent === undefined ? '' : ` extends ${parent}`} {\n${body}}\n`;
}

function renderField(name: string, schema: Schema): string {
  const { meaning = '', usual, of = schema } = getSchemaDoc(schema);
  const isOptional = schema._zod.def.type === 'optional';
  return `${renderComment(meaning, '  ', usual)}  readonly ${name}${isOptional ? '?' : ''}: ${renderType(of)};\n`;
}

function renderType(schema: Schema): string {
  const { type, from, name } = getSchemaDoc(schema);
  if (name !== undefined) return name;
  if (type !== undefined) {
    if (from !== undefined) addImport(from, /\w+(?=\W*$)/.exec(type)?.[0] ?? type);
    if (type.startsWith('Patch<')) addImport('./given-types.ts', 'Patch');
    return type;
  }
  return byKind[schema._zod.def.type]?.(schema._zod.def as never) ?? 'unknown';
}

function addImport(from: string, name: string): void {
  (imported.get(from) ?? imported.set(from, new Set()).get(from))?.add(name);
}

const byKind: Readonly<Record<string, (def: never) => string>> = {
  string: () => 'string',
  number: () => 'number',
  boolean: () => 'boolean',
  optional: ({ innerType }: { innerType: Schema }) => renderType(innerType),
  enum: ({ entries }: { entries: object }) =>
    Object.values(entries)
      .map((each) => JSON.stringify(each))
      .join(' | '),
  literal: ({ values }: { values: readonly unknown[] }) => values.map((each) => JSON.stringify(each)).join(' | '),
  array: ({ element }: { element: Schema }) => renderList(renderType(element)),
  record: ({ valueType }: { valueType: Schema }) => `Readonly<Record<string, ${renderType(valueType)}>>`,
  union: ({ options }: { options: readonly Schema[] }) => {
    const all = options.map(renderType);
    return [...all.filter((each) => each !== 'false'), ...all.filter((each) => each === 'false')].join(' | ');
  },
};

function renderList(item: string): string {
  return /^[\w.]+$/.test(item) ? `readonly ${item}[]` : `readonly (${item})[]`;
}

function renderComment(meaning: string, indent: string, usual = ''): string {
  const paragraphs = [...(meaning === '' ? [] : meaning.split('\n\n')), ...(usual === '' ? [] : [`@default ${usual}`])];
  if (paragraphs.length === 0) return '';
  const single = `${indent}/** ${paragraphs.join(' ')} */\n`;
  if (single.length <= 121 && !meaning.includes('\n')) return single;
  const lines = paragraphs.flatMap((each, index) => {
    const isTag = each.startsWith('@') && paragraphs[index - 1]?.startsWith('@') === true;
    return [
      ...(index === 0 || isTag ? [] : ['']),
      ...each.split('\n').flatMap((line) => wrapText(line, 117 - indent.length)),
    ];
  });
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`, ''].join('\n');
}

function wrapText(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}

/** Pure: the Markdown page with the group `first`, then every group that an option of an earlier group refers to. */
function renderOptionPage(first: string): string {
  const names = [first];
  for (const name of names) for (const each of listGroups(name)) if (!names.includes(each)) names.push(each);
  return [
    '# Every option of an environment',
    'Those of an `Operator` are among them. In YAML, JSON and TypeScript they have these names, and types as TypeScript writes ' +
      'them. Written by `npm run generate` from `infra/src/options/`.',
    ...names.map((name) => renderSection(name)),
  ].join('\n\n');
}

function renderSection(name: string): string {
  const group = groups.get(name);
  const { meaning = '' } = group === undefined ? {} : getSchemaDoc(group);
  const rows = Object.entries(group?.shape ?? {}).map(([field, schema]) => renderRow(field, schema as Schema));
  return [`## ${name}`, meaning.replaceAll(/@see (\S+)/g, '<$1>'), header + rows.join('\n')].join('\n\n');
}

const header = '| option | type | what it means | without it |\n| --- | --- | --- | --- |\n';

function renderRow(field: string, schema: Schema): string {
  const { meaning = '', usual = '', of = schema } = getSchemaDoc(schema);
  const type = formatLink(renderType(of));
  const without = schema._zod.def.type === 'optional' ? formatDefault(usual) : 'required';
  return `| \`${field}\` | ${type} | ${formatCell(meaning)} | ${formatCell(without)} |`;
}

function formatDefault(usual: string): string {
  return usual.startsWith('- ') || usual === '' ? usual.slice(2) : `\`${usual}\``;
}

function formatCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** Links a group to its section. */
function formatLink(type: string): string {
  const plain = type.replaceAll('readonly ', '').replaceAll('Readonly<Record<string, string>>', '{ [key]: string }');
  const [, name = '', rest = ''] = /^(\w+)(\[\]| \| false)?$/.exec(plain) ?? [];
  if (!groups.has(name)) return `\`${plain.replaceAll('|', '\\|')}\``;
  return `[\`${name}\`](#${name.toLowerCase()})${rest === '' ? '' : `\`${rest.replace('|', '\\|')}\``}`;
}

/** Names of the groups that the types of a group's options refer to. */
function listGroups(name: string): string[] {
  const fields = Object.values(groups.get(name)?.shape ?? {}) as Schema[];
  const words = fields.flatMap((each) => renderType(getSchemaDoc(each).of ?? each).match(/\b[A-Z]\w+/g) ?? []);
  return [...new Set(words)].filter((each) => groups.has(each));
}

const interfaces = [...groups].map(([name, group]) => renderInterface(name, group));
const imports = [...imported]
  .sort()
  .map(([from, names]) => `import type { ${[...names].sort().join(', ')} } from '${from}';`);
const text = `// Written by \`npm run generate\` from the groups in this folder: change them instead.
${imports.join('\n')}

${interfaces.join('\n')}`;
await write(target, text);

await write(path.resolve(import.meta.dirname, '../docs/options.md'), renderOptionPage('Environment'));

async function write(filepath: string, text: string): Promise<void> {
  writeFileSync(filepath, await format(text, { ...(await resolveConfig(filepath)), filepath }));
}
