import { basename, join } from 'node:path';

import { type Api, type JsonSchema, withBoundsOfScale } from '@kubewright/runtime/internal/api';
import { OperatorError } from '@kubewright/runtime/internal/base';
import { textOf } from '../write-files.ts';
import { type Field, fieldsOf } from './fields.ts';
import { markdownTable } from './markdown-table.ts';

const contents = 'docs/README.md';
const nothing = '–';

/** The path of the docs page of an API, relative to the project: `docs/web-server.md`. */
export function pagePath({ kind }: Pick<Api, 'kind'>): string {
  return `docs/${kind.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase()}.md`;
}

/** The reference of an API, as Markdown: the fields of its spec and its status, and the rules on the whole object. */
export function fieldsText(api: Api): string {
  const [version] = api.crd.spec.versions;
  const stored = version?.schema.openAPIV3Schema ?? {};
  const scaled = version?.subresources.scale?.specReplicasPath;
  const root = scaled === undefined ? stored : withBoundsOfScale(stored, scaled);
  const { spec = {}, status = {} } = root.properties ?? {};
  return [section('spec', specTable(spec)), section('status', statusTable(status)), rulesText(root)]
    .filter((part) => part !== '')
    .join('\n\n');
}

/**
 * The page with the current fields of the API between `<!-- fields -->` and `<!-- /fields -->`. A page without these
 * marks does not change.
 *
 * Errors: `DECLARATION_INVALID` if the page has only one of the marks, or one of them twice.
 */
export function withFields(page: string, api: Api): string {
  return withPart({ text: page, path: pagePath(api) }, 'fields', fieldsText(api));
}

/** The table of contents of all pages, with a line per API between `<!-- kinds -->` and `<!-- /kinds -->`. */
function withKinds(page: string, apis: readonly Api[]): string {
  const rows = apis.map((api) => [
    `[${api.kind}](${basename(pagePath(api))})`,
    plain(api.crd.spec.versions[0]?.schema.openAPIV3Schema.description ?? nothing),
  ]);
  return withPart({ text: page, path: contents }, 'kinds', markdownTable(['kind', 'what it is'], rows));
}

interface Page {
  readonly text: string;
  readonly path: string;
}

/** The page with `text` between its marks of this name; unchanged if it has none. */
function withPart(page: Page, name: string, text: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const parts = page.text.split(begin);
  const [before = '', rest] = parts;
  const [, after, ...more] = (rest ?? page.text).split(end);
  if (rest === undefined && after === undefined) return page.text;
  if (rest === undefined || after === undefined || more.length > 0 || parts.length > 2) {
    const hint = `its page ${page.path} has to hold ${begin} and then ${end}, each once`;
    throw new OperatorError('DECLARATION_INVALID', `write the ${name} of a page`, { hint });
  }
  return `${before}${begin}\n\n${text}\n\n${end}${after}`;
}

/**
 * The existing pages about these APIs below `folder`, with the current fields, and `docs/README.md`, with the current kinds:
 * path → text.
 */
export async function pageFiles(folder: string, apis: readonly Api[]): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>();
  for (const api of apis) {
    const page = await textOf(join(folder, pagePath(api)));
    if (page !== undefined) pages.set(pagePath(api), withFields(page, api));
  }
  const page = await textOf(join(folder, contents));
  if (page !== undefined) pages.set(contents, withKinds(page, apis));
  return pages;
}

function section(part: string, table: string): string {
  return table === '' ? '' : `**\`${part}\`**\n\n${table}`;
}

function specTable(spec: JsonSchema): string {
  const rows = fieldsOf(spec).map((field) => [
    code(field.path),
    field.type,
    field.required ? 'required' : field.default === undefined ? nothing : code(field.default),
    limits(field),
    plain(field.description),
  ]);
  return rows.length === 0 ? '' : markdownTable(['field', 'type', 'default', 'allowed', 'meaning'], rows);
}

function statusTable(status: JsonSchema): string {
  const rows = fieldsOf(status).map(({ path, type, description }) => [code(path), type, plain(description)]);
  return rows.length === 0 ? '' : markdownTable(['field', 'type', 'meaning'], rows);
}

/** The rules on the whole object, its spec or its status. Rules on a field are listed with the field. */
function rulesText(root: JsonSchema): string {
  const rules = [root, root.properties?.['spec'], root.properties?.['status']].flatMap(
    (schema) => schema?.['x-kubernetes-validations'] ?? [],
  );
  const items = rules.map(({ message, rule }) => `- ${plain(message ?? rule)}${creation.test(rule) ? onCreation : ''}`);
  return items.length === 0 ? '' : `The API server also checks:\n\n${items.join('\n')}`;
}

/** The prefix that `defineApi` writes before a creation rule. */
const creation = /^oldSelf\.hasValue\(\) \|\| /;
const onCreation = ' (on creation only)';

function limits(field: Field): string {
  return field.limits.length === 0 ? nothing : field.limits.join('; ');
}

/** Escapes `<`: Markdown would read `<name>` as HTML and show nothing. */
function plain(text: string): string {
  return text.replaceAll('<', String.raw`\<`);
}

function code(text: string): string {
  return `\`${text}\``;
}
