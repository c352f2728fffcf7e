import { basename, join } from 'node:path';

import { type Api, type JsonSchema, addScaleBounds } from '@kubewright/runtime/internal/api';
import { OperatorError } from '@kubewright/runtime/internal/base';
import { tryReadText } from '../write-files.ts';
import { type Field, listFields } from './fields.ts';
import { renderMarkdownTable } from './markdown-table.ts';

const contents = 'docs/README.md';
const nothing = '–';

/** Returns the project-relative path of an API's docs page: `docs/web-server.md`. */
export function getPagePath({ kind }: Pick<Api, 'kind'>): string {
  return `docs/${kind.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase()}.md`;
}

/**
 * Renders the reference of an API as Markdown: the fields of its spec and its status, and the rules on the whole
 * object.
 */
export function renderFields(api: Api): string {
  const [version] = api.crd.spec.versions;
  const stored = version?.schema.openAPIV3Schema ?? {};
  const scaled = version?.subresources.scale?.specReplicasPath;
  const root = scaled === undefined ? stored : addScaleBounds(stored, scaled);
  const { spec = {}, status = {} } = root.properties ?? {};
  return [
    renderSection('spec', renderSpecTable(spec)),
    renderSection('status', renderStatusTable(status)),
    renderRules(root),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/**
 * Replaces the fields of the API between `<!-- fields -->` and `<!-- /fields -->`. A page without these marks does not
 * change.
 *
 * Errors: `DECLARATION_INVALID` if the page has only one of the marks, or one of them twice.
 */
export function replaceFields(page: string, api: Api): string {
  return withPart({ text: page, path: getPagePath(api) }, 'fields', renderFields(api));
}

/** Replaces the table of contents between `<!-- kinds -->` and `<!-- /kinds -->`, with a line per API. */
function withKinds(page: string, apis: readonly Api[]): string {
  const rows = apis.map((api) => [
    `[${api.kind}](${basename(getPagePath(api))})`,
    escapeHtml(api.crd.spec.versions[0]?.schema.openAPIV3Schema.description ?? nothing),
  ]);
  return withPart({ text: page, path: contents }, 'kinds', renderMarkdownTable(['kind', 'what it is'], rows));
}

interface Page {
  readonly text: string;
  readonly path: string;
}

/** Replaces the text between the marks of this name; a page without them does not change. */
function withPart(page: Page, name: string, text: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const parts = page.text.split(begin);
  const [before = '', rest] = parts;
  const [, after, ...more] = (rest ?? page.text).split(end);
  if (rest === undefined && after === undefined) return page.text;
  if (rest === undefined || after === undefined || more.length > 0 || parts.length > 2) {
    const hint = `the page ${page.path} must contain ${begin} and then ${end}, each once`;
    throw new OperatorError('DECLARATION_INVALID', `write the ${name} of a page`, { hint });
  }
  return `${before}${begin}\n\n${text}\n\n${end}${after}`;
}

/**
 * Renders the existing pages about these APIs below `folder` with the current fields, and `docs/README.md` with the
 * current kinds: path → text.
 */
export async function renderPages(folder: string, apis: readonly Api[]): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>();
  for (const api of apis) {
    const page = await tryReadText(join(folder, getPagePath(api)));
    if (page !== undefined) pages.set(getPagePath(api), replaceFields(page, api));
  }
  const page = await tryReadText(join(folder, contents));
  if (page !== undefined) pages.set(contents, withKinds(page, apis));
  return pages;
}

function renderSection(part: string, table: string): string {
  return table === '' ? '' : `**\`${part}\`**\n\n${table}`;
}

function renderSpecTable(spec: JsonSchema): string {
  const rows = listFields(spec).map((field) => [
    formatCode(field.path),
    field.type,
    field.required ? 'required' : field.default === undefined ? nothing : formatCode(field.default),
    formatLimits(field),
    escapeHtml(field.description),
  ]);
  return rows.length === 0 ? '' : renderMarkdownTable(['field', 'type', 'default', 'allowed', 'meaning'], rows);
}

function renderStatusTable(status: JsonSchema): string {
  const rows = listFields(status).map(({ path, type, description }) => [
    formatCode(path),
    type,
    escapeHtml(description),
  ]);
  return rows.length === 0 ? '' : renderMarkdownTable(['field', 'type', 'meaning'], rows);
}

/** Renders the rules on the whole object, its spec or its status. Rules on a field are listed with the field. */
function renderRules(root: JsonSchema): string {
  const rules = [root, root.properties?.['spec'], root.properties?.['status']].flatMap(
    (schema) => schema?.['x-kubernetes-validations'] ?? [],
  );
  const items = rules.map(
    ({ message, rule }) => `- ${escapeHtml(message ?? rule)}${creation.test(rule) ? onCreation : ''}`,
  );
  return items.length === 0 ? '' : `The API server also checks:\n\n${items.join('\n')}`;
}

/** `defineApi` writes this prefix before a creation rule. */
const creation = /^oldSelf\.hasValue\(\) \|\| /;
const onCreation = ' (on creation only)';

function formatLimits(field: Field): string {
  return field.limits.length === 0 ? nothing : field.limits.join('; ');
}

/** Escapes `<`: Markdown would read `<name>` as HTML and hide it. */
function escapeHtml(text: string): string {
  return text.replaceAll('<', String.raw`\<`);
}

function formatCode(text: string): string {
  return `\`${text}\``;
}
