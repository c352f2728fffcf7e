import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stringify } from 'yaml';

import { useTemporaryFolder } from '../../../operator/control-plane/fixtures/temporary-folder.ts';
import { importKinds, type ImportFlags } from './import-kinds.ts';

const spec = { type: 'object', properties: { degrees: { type: 'integer' }, mode: { type: 'string' } } };

interface CrdOptions {
  readonly properties?: Readonly<Record<string, object>>;
  readonly more?: object;
  readonly versions?: readonly string[];
}

function buildCrd(
  kind: string,
  { properties = spec.properties, more = {}, versions = ['v1'] }: CrdOptions = {},
): object {
  const plural = `${kind.toLowerCase()}s`;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.ovens.example.org`, labels: { app: 'ovens' }, uid: 'abc' },
    spec: {
      ...{ group: 'ovens.example.org', scope: 'Namespaced', names: { kind, plural }, ...more },
      conversion: { strategy: 'Webhook', webhook: {} },
      versions: versions.map((name, index) => ({
        ...{ name, served: true, storage: index === 0 },
        schema: { openAPIV3Schema: { type: 'object', properties: { spec: { ...spec, properties } } } },
      })),
    },
    status: { conditions: [] },
  };
}

const toYaml = (...objects: readonly object[]): string => objects.map((each) => stringify(each)).join('---\n');
const module = 'src/operator.ts';
const oven = 'src/imported/ovens.example.org/oven.ts';

describe('kubewright import', () => {
  let folder: string;
  let printed: string[];
  useTemporaryFolder((path) => void (folder = path));

  beforeEach(async () => {
    printed = [];
    vi.spyOn(console, 'log').mockImplementation((text: string) => void printed.push(text));
    await put('crds.yaml', toYaml(buildCrd('Oven'), { kind: 'Namespace' }, buildCrd('PizzaPeel')));
  });
  afterEach(() => void vi.restoreAllMocks());

  const read = (file: string): Promise<string> => readFile(path.join(folder, file), 'utf8');
  async function put(file: string, text: string): Promise<void> {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  }
  const run = (source?: string, flags: ImportFlags = {}): Promise<boolean> =>
    importKinds({ folder, module }, source, { yes: false, ...flags });
  const importError = (source?: string, flags?: ImportFlags): Promise<string> =>
    run(source, flags).then(
      () => 'no error',
      (error: unknown) => (error as Error).message,
    );

  it('writes a module and a CRD per kind, with its source, and nothing the second time', async () => {
    expect(await run('crds.yaml')).toBe(true);
    expect(printed).toEqual([
      ['oven.ts', 'oven.crd.json', 'pizza-peel.ts', 'pizza-peel.crd.json']
        .map((file) => `wrote src/imported/ovens.example.org/${file}`)
        .join('\n'),
    ]);
    expect(await read(oven)).toMatch(
      /^\/\/ Oven of ovens\.example\.org\/v1\. .*\n\/\/ source: crds\.yaml\n\/\/ sha256: [0-9a-f]{64}\n\/\/ content: [0-9a-f]{16}\nimport type/,
    );
    const crd = JSON.parse(await read('src/imported/ovens.example.org/oven.crd.json')) as Record<string, object>;
    expect(Object.keys(crd)).toEqual(['apiVersion', 'kind', 'metadata', 'spec']);
    expect(crd['metadata']).toEqual({ name: 'ovens.ovens.example.org' });
    expect(crd['spec']).not.toHaveProperty('conversion');
    await run('crds.yaml');
    expect(printed[1]).toBe('all generated files are up to date');
  });

  it('warns of a source outside of the project, which other machines may not have', async () => {
    const warn = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await run('crds.yaml');
    expect(warn).not.toHaveBeenCalled();
    await put('project/package.json', '{}');
    await importKinds({ folder: path.join(folder, 'project'), module }, path.join(folder, 'crds.yaml'), { yes: false });
    expect(warn.mock.calls).toEqual([[expect.stringContaining('warning: ../crds.yaml is outside of the project')]]);
  });

  it('imports some kinds, a version, and the files of a folder', async () => {
    await run('crds.yaml', { kinds: ['Oven'] });
    await put('folder/deep/a.yaml', toYaml(buildCrd('Oven', { versions: ['v1', 'v1beta1'] })));
    await put('folder/values.yaml', 'replicas: 1\n');
    await run('folder', { version: 'v1beta1', json: true });
    expect(JSON.parse(printed[1] ?? '')).toEqual({ changed: [oven, oven.replace('.ts', '.crd.json')] });
    expect(await read(oven)).toContain('// source: folder/deep/a.yaml\n');
    // The version stays when it is not named again.
    await run('folder');
    expect(await read(oven)).toContain("version: 'v1beta1',");
  });

  it('imports again from the recorded sources, only what was imported before', async () => {
    await run('crds.yaml', { kinds: ['Oven'] });
    await put(
      'crds.yaml',
      toYaml(buildCrd('Oven', { properties: { wide: { type: 'boolean' } } }), buildCrd('PizzaPeel')),
    );
    await run();
    expect(await read(oven)).toContain('readonly wide?: boolean;');
    expect(printed[1]).not.toContain('pizza');
  });

  it('says with check what changed upstream, and what breaks', async () => {
    await run('crds.yaml');
    expect(await run(undefined, { check: true })).toBe(true);
    expect(printed[1]).toBe('all imported kinds are up to date');
    // An API server returns the fields in another order.
    const reordered = buildCrd('Oven', {
      properties: { mode: spec.properties.mode, degrees: spec.properties.degrees },
    });
    await put('reordered.yaml', toYaml(reordered));
    expect(await run('reordered.yaml', { check: true })).toBe(true);
    const properties = { degrees: { type: 'string' }, mode: { type: 'string' }, fan: { type: 'boolean' } };
    await put('next.yaml', toYaml(buildCrd('Oven', { properties }), buildCrd('PizzaPeel')));
    expect(await run('next.yaml', { check: true })).toBe(false);
    expect(printed[3]).toMatch(/^outdated: \S+oven\.ts, from next\.yaml\nBREAKING +\S+ v1 spec\.degrees: type/);
    expect(printed[3]).toMatch(/compatible +\S+ v1 spec\.fan: a new field/);
    expect(printed[3]).not.toContain('pizza');
    expect(await read(oven)).not.toContain('fan');
    expect(await run('next.yaml', { check: true, json: true })).toBe(false);
    expect(JSON.parse(printed[4] ?? '')).toMatchObject({
      outdated: [{ file: oven, changes: [{}, { verdict: 'breaking' }] }],
    });
  });

  it('overwrites edits, and files of others, only with yes', async () => {
    await run('crds.yaml');
    await put(oven, (await read(oven)).replace('degrees?: number', 'degrees?: 180 | 200'));
    // Without a change upstream, an edit does not matter.
    expect(await run(undefined, { check: true })).toBe(true);
    expect(await importError('crds.yaml')).toContain(
      `failed to write ${oven}: the file was edited after the import: pass --yes`,
    );
    await run('crds.yaml', { yes: true });
    expect(await read(oven)).toContain('degrees?: number');
    await put(oven, 'export const mine = 1;\n');
    expect(await importError('crds.yaml')).toContain('pass --yes');
    expect(await read(oven)).toBe('export const mine = 1;\n');
  });

  const withSpec = (schema: object): string => {
    const crd = buildCrd('Oven') as { spec: { versions: { schema: unknown }[] } };
    crd.spec.versions[0]!.schema = { openAPIV3Schema: { type: 'object', properties: { spec: schema } } };
    return toYaml(crd);
  };

  it.each<[string, string, string]>([
    ['without CRDs', 'kind: Deployment\n', 'the source contains no CustomResourceDefinition, but Deployment'],
    ['without anything', '', 'the source contains no CustomResourceDefinition, but nothing'],
    ['that is no YAML', 'a: [', 'the source is not valid YAML: '],
    ['that is a Helm template', 'a:\n{{ if .x }}\nb: c\n{{ end }}\n', 'helm template --include-crds'],
    [
      'of the old API',
      toYaml({ ...buildCrd('Oven'), apiVersion: 'apiextensions.k8s.io/v1beta1' }),
      'import the CRD of a newer release',
    ],
    [
      'without a schema',
      toYaml(buildCrd('Oven', { more: { preserveUnknownFields: true } })),
      'preserveUnknownFields is true',
    ],
    [
      'without a type',
      withSpec({ type: 'object', properties: { a: { properties: {} } } }),
      'not structural: version v1: spec.a: the schema has no type',
    ],
    [
      'with a reference',
      withSpec({ type: 'array', items: { $ref: '#/x' } }),
      'version v1: spec[]: $ref is not allowed',
    ],
    ['with a list of anything', withSpec({ type: 'array' }), 'version v1: spec: the schema of an array needs items'],
    ['with an unknown type', withSpec({ type: 'date' }), 'spec: the type "date" is unknown'],
    [
      'whose group is a path',
      toYaml(buildCrd('Oven', { more: { group: '../../../x' } })),
      'spec.group is "../../../x"',
    ],
    [
      'whose kind is a path',
      toYaml(buildCrd('Oven', { more: { names: { kind: '../Oven', plural: 'ovens' } } })),
      'spec.names.kind is "../Oven"',
    ],
    [
      'whose version has a line of code',
      toYaml(buildCrd('Oven', { versions: ['v1\nprocess.exit()'] })),
      'spec.versions.name is "v1\\nprocess.exit()"',
    ],
    [
      'whose name is not that of its resource',
      toYaml({ ...buildCrd('Oven'), metadata: { name: 'stoves.ovens.example.org' } }),
      'metadata.name is "stoves.ovens.example.org", but must be ovens.ovens.example.org',
    ],
    ['with an alias of nothing', 'a: *b\n', 'the source is not valid YAML: Unresolved alias'],
    ['without names', toYaml(buildCrd('Oven', { more: { names: null } })), 'spec.names is missing'],
    [
      'without a version',
      toYaml(buildCrd('Oven')).replace(/ {2}versions:[^]*?(?=status)/, '  versions: [null]\n'),
      'is not an object',
    ],
    [
      'with an empty schema',
      withSpec({ type: 'object', properties: { a: null } }),
      'spec.a: the schema is not an object',
    ],
    ['with empty fields', withSpec({ type: 'object', properties: null }), 'spec: properties is not an object'],
    ['without a plural', toYaml(buildCrd('Oven', { more: { names: { kind: 'Oven' } } })), 'spec.names.plural is '],
  ])('rejects a file %s', async (_, text, message) => {
    await put('wrong.yaml', text);
    const error = await importError('wrong.yaml');
    expect(error).toContain('failed to import wrong.yaml: ');
    expect(error).toContain(message);
  });

  it.each<[string, string | undefined, ImportFlags, string]>([
    [
      'a missing file',
      'missing.yaml',
      {},
      'failed to import missing.yaml: the source is neither a file or folder, nor an https URL, nor',
    ],
    ['an empty name', ' ', {}, 'failed to import: the source is empty'],
    ['a folder without CRDs', 'src', {}, 'the folder has no file'],
    [
      'an unknown kind',
      'crds.yaml',
      { kinds: ['Stove'] },
      'failed to import Stove: the source has only Oven, PizzaPeel',
    ],
    ['an unknown version', 'crds.yaml', { version: 'v2' }, 'the CRD does not serve v2, but v1'],
    ['no source at first', undefined, {}, 'src/imported has no imported kind'],
    ['a check of what is not imported', 'crds.yaml', { check: true }, 'no kind of the source is imported yet'],
    [
      'a URL without TLS',
      'http://ovens.example.org/crds.yaml',
      {},
      'the connection would not be encrypted: use an https URL',
    ],
  ])('rejects %s', async (...[, source, flags, message]) => {
    await put('src/operator.ts', '');
    expect(await importError(source, flags)).toContain(message);
  });

  it('rejects a CRD that two files of a folder have', async () => {
    await put('twice/a.yaml', toYaml(buildCrd('Oven')));
    await put('twice/b.yaml', toYaml(buildCrd('Oven')));
    expect(await importError('twice')).toContain('this CRD is in twice/a.yaml and twice/b.yaml: pass one of them');
  });

  const withNames = (name: string, kind: string, plural: string): object => ({
    ...buildCrd('Oven', { more: { names: { kind, plural } } }),
    metadata: { name },
  });

  it('has a file for each kind, also of kinds that differ only in upper case', async () => {
    const [route, other] = ['httproutes.ovens.example.org', 'httppaths.ovens.example.org'];
    await put(
      'alike.yaml',
      toYaml(withNames(route, 'HTTPRoute', 'httproutes'), withNames(other, 'HttpRoute', 'httppaths')),
    );
    await run('alike.yaml', { kinds: ['HTTPRoute'] });
    await run('alike.yaml');
    const files = ['http-route.ts', 'httppaths.ts'].map((file) => `src/imported/ovens.example.org/${file}`);
    expect(await Promise.all(files.map(read))).toEqual([
      expect.stringContaining('export const HTTPRoute:'),
      expect.stringContaining('export const HttpRoute:'),
    ]);
    await put(
      'alike.yaml',
      toYaml(withNames(other, 'HttpRoute', 'httppaths'), withNames(route, 'HTTPRoute', 'httproutes')),
    );
    await run();
    expect(await read(files[1] ?? '')).toContain('export const HttpRoute:');
    expect(printed[2]).toBe(
      files
        .toReversed()
        .map((file) => `wrote ${file}`)
        .join('\n'),
    );
  });

  it('rejects a kind whose files have other kinds, and writes nothing', async () => {
    const crds = [
      withNames('httproutes.ovens.example.org', 'HTTPRoute', 'httproutes'),
      withNames('ovens.ovens.example.org', 'Httppaths', 'ovens'),
      withNames('httppaths.ovens.example.org', 'HttpRoute', 'httppaths'),
    ];
    await put('alike.yaml', toYaml(...crds));
    expect(await importError('alike.yaml')).toBe(
      'failed to import httppaths.ovens.example.org: src/imported/ovens.example.org/http-route.ts and src/imported/ovens.example.org/httppaths.ts have other kinds: rename one of them, or choose kinds with --kind',
    );
    expect(existsSync(path.join(folder, 'src'))).toBe(false);
  });

  it('has kinds of one name in two groups', async () => {
    const of = (group: string): object => ({
      ...buildCrd('Oven', { more: { group } }),
      metadata: { name: `ovens.${group}` },
    });
    await put('groups.yaml', toYaml(of('a.example.org'), of('b.example.org')));
    await run('groups.yaml');
    expect(await read('src/imported/a.example.org/oven.ts')).toContain("group: 'a.example.org'");
    expect(await read('src/imported/b.example.org/oven.ts')).toContain("group: 'b.example.org'");
  });

  it('rejects a second module of a kind, which it cannot tell apart', async () => {
    await run('crds.yaml', { kinds: ['Oven'] });
    await put('src/imported/copy.ts', await read(oven));
    await put('src/imported/copy.crd.json', await read(oven.replace('.ts', '.crd.json')));
    expect(await importError()).toBe(
      `failed to import ovens.ovens.example.org: both src/imported/copy.ts and ${oven} are modules of this kind: delete one of them`,
    );
  });

  it.each<[string, string, string]>([
    ['with marks of a merge', '<<<<<<< HEAD\n{}\n', 'the file is not valid JSON'],
    ['that is empty', '', 'the file is not valid JSON'],
    ['that is no CRD', 'null', 'the file is not a valid CRD'],
    ['that has no names', '{ "apiVersion": "apiextensions.k8s.io/v1", "spec": {} }', 'the file is not a valid CRD'],
  ])('says what to do about a CRD beside a module %s', async (_, text, problem) => {
    await run('crds.yaml', { kinds: ['Oven'] });
    await put('src/imported/ovens.example.org/oven.crd.json', text);
    for (const source of [undefined, 'crds.yaml']) {
      const error = await importError(source);
      expect(error).toContain('failed to read src/imported/ovens.example.org/oven.crd.json: ');
      expect(error).toContain(problem);
      expect(error).toMatch(/: restore it, or delete it and run `kubewright import crds\.yaml --kind Oven --yes`$/);
    }
    await rm(path.join(folder, 'src/imported/ovens.example.org/oven.crd.json'));
    await run('crds.yaml', { kinds: ['Oven'], yes: true });
    expect(await run(undefined, { check: true })).toBe(true);
  });

  it('says if a source no longer has a kind', async () => {
    await run('crds.yaml');
    await put('crds.yaml', toYaml(buildCrd('Oven')));
    expect(await importError()).toContain(
      'failed to import pizzapeels.ovens.example.org: crds.yaml no longer contains this kind',
    );
  });
});
