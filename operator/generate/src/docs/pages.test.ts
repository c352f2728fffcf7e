import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { cel, defineApi, t } from '../../../runtime/src/api/index.ts';
import { defineController } from '../../../runtime/src/reconcile/index.ts';
import { awaitChange } from '../../../runtime/src/reconcile/declare/action.ts';
import { writeProject } from '../project.ts';
import { renderFields, getPagePath, replaceFields } from './pages.ts';

const BookShop = defineApi({
  group: 'books.example',
  version: 'v1',
  kind: 'BookShop',
  spec: t.object({
    shelves: t.integer({ minimum: 0, default: 4, description: 'How many <shelves> there are.' }),
    city: t.optional(t.string({ minLength: 1, description: 'Where it is.' })),
    owner: t.string({ pattern: '^(a|b)$', description: 'Who owns it.' }),
  }),
  status: t.object({ books: t.integer({ format: 'int64', description: 'How many books there are.' }) }),
  rules: [cel('true', 'an owner has one shop')],
  creationRules: [cel('true', 'metadata.name must be short')],
});

const text = [
  '**`spec`**',
  '',
  '| field     | type    | default  | allowed              | meaning                        |',
  '| --------- | ------- | -------- | -------------------- | ------------------------------ |',
  String.raw`| ${'`shelves`'} | integer | ${'`4`'}      | at least 0           | How many \<shelves> there are. |`,
  '| `city`    | string  | –        | at least 1 character | Where it is.                   |',
  String.raw`| ${'`owner`'}   | string  | required | matches ${'`^(a\\|b)$`'}   | Who owns it.                   |`,
  '',
  '**`status`**',
  '',
  '| field                | type            | meaning                                                     |',
  '| -------------------- | --------------- | ----------------------------------------------------------- |',
  '| `observedGeneration` | integer (int64) | The metadata.generation that this status was computed from. |',
  '| `books`              | integer (int64) | How many books there are.                                   |',
  '| `conditions`         | conditions      | The state of this resource, aspect by aspect.               |',
  '',
  'The API server also checks:',
  '',
  '- spec is required',
  '- an owner has one shop',
  '- metadata.name must be short (on creation only)',
].join('\n');

const buildPage = (fields: string): string => `# BookShop\n\n<!-- fields -->${fields}<!-- /fields -->\n\nThe end.\n`;

describe('the page of an API', () => {
  it('is named after its kind, in kebab-case', () => {
    expect(getPagePath(BookShop)).toBe('docs/book-shop.md');
    expect(getPagePath({ kind: 'Pet' })).toBe('docs/pet.md');
  });

  it('lists the fields of the spec and the status, and the rules', () => {
    expect(renderFields(BookShop)).toBe(text);
  });

  it('lists the limits of the scaled field, which the API server checks without the CRD', () => {
    const count = t.integer({ format: 'int32', minimum: 0 });
    const scale = { spec: '.spec.shops', status: '.status.shops' };
    const status = t.object({ shops: count });
    const chain = { ...{ group: 'books.example', version: 'v1', kind: 'Chain' }, status };
    const Chain = defineApi({ ...chain, spec: t.object({ shops: count }), scale });
    expect(renderFields(Chain)).toMatch(/`shops` +\| integer \(int32\) \| required +\| 0 to 2147483647 /);
  });

  it.each(['', '\n', '\n\nsomething old\n\n'])('has this text between its two marks, instead of %j', (before) => {
    expect(replaceFields(buildPage(before), BookShop)).toBe(buildPage(`\n\n${text}\n\n`));
  });

  it('does not change the second time', () => {
    const once = replaceFields(buildPage(''), BookShop);
    expect(replaceFields(once, BookShop)).toBe(once);
  });

  it('does not change without the marks', () => {
    expect(replaceFields('# BookShop\n', BookShop)).toBe('# BookShop\n');
  });

  it.each([
    ['the first mark only', 'a <!-- fields --> b'],
    ['the second mark only', 'a <!-- /fields --> b'],
    ['both marks the wrong way round', '<!-- /fields --> a <!-- fields -->'],
    ['one of them twice', '<!-- fields --> a <!-- fields --> b <!-- /fields -->'],
    ['the other one twice', '<!-- fields --> a <!-- /fields --> b <!-- /fields -->'],
  ])('fails with a hint if it has %s', (_what, broken) => {
    expect(() => replaceFields(broken, BookShop)).toThrow(
      'the page docs/book-shop.md must contain <!-- fields --> and then <!-- /fields -->, each once',
    );
  });
});

describe('writing a project', () => {
  let folder: string;
  const shop = defineController(BookShop, { reconcile: () => Promise.resolve(awaitChange) });
  const write = (): ReturnType<typeof writeProject> =>
    writeProject({ name: 'shops', version: '1.0.0', controllers: [shop] }, folder, { description: 'Shops.' });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kubewright-pages-'));
    await mkdir(join(folder, 'docs'));
  });

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('updates the existing pages, and writes no other files next to them', async () => {
    await writeFile(join(folder, 'docs/book-shop.md'), buildPage(''));
    await writeFile(join(folder, 'docs/other.md'), buildPage(''));
    expect((await write()).changed).toContain('docs/book-shop.md');
    expect(await readFile(join(folder, 'docs/book-shop.md'), 'utf8')).toBe(buildPage(`\n\n${text}\n\n`));
    expect(await readFile(join(folder, 'docs/other.md'), 'utf8')).toBe(buildPage(''));
    expect(await write()).toEqual({ changed: [], deleted: [] });
  });

  it('lists the kinds in the table of contents', async () => {
    await writeFile(join(folder, 'docs/README.md'), 'Pages\n\n<!-- kinds -->\n<!-- /kinds -->\n');
    expect((await write()).changed).toContain('docs/README.md');
    expect(await readFile(join(folder, 'docs/README.md'), 'utf8')).toContain('| [BookShop](book-shop.md) | –');
    expect(await write()).toEqual({ changed: [], deleted: [] });
  });

  it('creates no page', async () => {
    expect((await write()).changed).not.toContain('docs/book-shop.md');
  });
});
