import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';

import { echo, kubewright } from '../../src/kubewright.ts';
import { type CustomResourceDefinition, defineApi, t } from '../../runtime/src/api/index.ts';
import { runtimeSettingsData } from '../../runtime/src/base/index.ts';
import type { OperatorDeclaration } from '@kubewright/declaration';
import { type DeclarationInput, buildDeclaration } from './declaration.ts';
import { renderProject, writeProject } from './project.ts';

const input: DeclarationInput = {
  ...kubewright,
  description: 'The operators of Kubewright.',
  settings: runtimeSettingsData,
  ports: { metrics: 8080, health: 8081 },
};

const readDeclaration = (): OperatorDeclaration =>
  JSON.parse(renderProject(input).get('declaration.json') ?? '') as OperatorDeclaration;

describe('the output for our operators', () => {
  it('consists of the declaration, and one CRD per controller at the path in the declaration', () => {
    const paths = kubewright.controllers.map(({ api }) => `crds/${api.group}_${api.plural}.yaml`);
    expect([...renderProject(input).keys()]).toEqual([...paths, 'declaration.json']);
    expect(readDeclaration().apis.map(({ crd }) => crd)).toEqual(paths);
  });

  it('has the CRDs, the importable CRDs and the page of a kind without a controller', async () => {
    const Menu = defineApi({ group: 'example.com', version: 'v1', kind: 'Menu', spec: t.object({ soup: t.string() }) });
    const folder = await mkdtemp(join(tmpdir(), 'project-'));
    try {
      await mkdir(join(folder, 'docs'));
      await writeFile(join(folder, 'docs/menu.md'), '<!-- fields -->\n<!-- /fields -->\n');
      const operator = { ...kubewright, controllers: [echo], webhooks: [], policies: [], apis: [Menu] };
      const { changed } = await writeProject(operator, folder, { description: 'x', importable: 'typed' });
      expect(changed).toEqual(expect.arrayContaining(['crds/example.com_menus.yaml', 'docs/menu.md']));
      expect(await readFile(join(folder, 'typed/crds.yaml'), 'utf8')).toContain('kind: Menu');
      expect(await readFile(join(folder, 'docs/menu.md'), 'utf8')).toContain('`soup`');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('includes a declaration that is the same after a round trip through JSON', () => {
    expect(readDeclaration()).toEqual(buildDeclaration(input));
    expect(renderProject(input).get('declaration.json')?.endsWith('}\n')).toBe(true);
  });

  it('lists every setting with its flag, variable, type, default and description', () => {
    const { settings } = readDeclaration();
    expect(settings.map(({ name }) => name)).toEqual(runtimeSettingsData.map(({ name }) => name));
    expect(settings.find(({ name }) => name === 'logLevel')).toEqual({
      name: 'logLevel',
      flag: '--log-level',
      env: 'LOG_LEVEL',
      type: 'string',
      values: ['debug', 'info', 'warn', 'error'],
      default: 'info',
      description: 'Minimum level of log lines.',
    });
    expect(settings.find(({ name }) => name === 'watchNamespaces')).toMatchObject({
      env: 'WATCH_NAMESPACE',
      type: 'list',
      default: [],
    });
    expect(settings.find(({ name }) => name === 'leaderElect')).not.toHaveProperty('default');
    expect(settings.filter(({ description }) => description === '')).toEqual([]);
  });
});

describe('an invalid operator', () => {
  it.each([
    ['a name that is not a DNS label', { name: 'My Op' }, 'the name must be a DNS label'],
    ['no controllers', { controllers: [] }, 'the operator does not have a controller'],
    ['a controller twice', { controllers: [echo, echo] }, 'two controllers have the name echo'],
  ])('is an error, and writes no file: with %s', async (_, part, problem) => {
    const rejection: unknown = expect.objectContaining({
      code: 'DECLARATION_INVALID',
      message: expect.stringContaining(problem) as string,
    });
    expect(() => renderProject({ ...input, ...part })).toThrow(rejection);
    const folder = await mkdtemp(join(tmpdir(), 'project-'));
    try {
      await expect(writeProject({ ...kubewright, ...part }, folder, input)).rejects.toThrow(rejection);
      expect(await readdir(folder)).toEqual([]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('the CRDs for generators of types', () => {
  const readCrds = async (...files: readonly string[]): Promise<readonly CustomResourceDefinition[]> => {
    const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
    return texts.flatMap((text) => parseAllDocuments(text).map((each) => each.toJS() as CustomResourceDefinition));
  };

  it('are one file, require a spec unlike the applied ones, and replace the content of their folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'project-'));
    try {
      await mkdir(join(folder, 'typed'));
      await writeFile(join(folder, 'typed/stale.yaml'), 'stale');
      const { changed, deleted } = await writeProject(kubewright, folder, { description: 'x', importable: 'typed' });
      expect(await readdir(join(folder, 'typed'))).toEqual(['crds.yaml']);
      expect([changed.includes('typed/crds.yaml'), deleted]).toEqual([true, ['typed/stale.yaml']]);
      const typed = await readCrds(join(folder, 'typed/crds.yaml'));
      const applied = (await readdir(join(folder, 'crds'))).map((name) => join(folder, 'crds', name));
      const byName = (crds: readonly CustomResourceDefinition[]) =>
        new Map(crds.map(({ metadata, spec }) => [metadata.name, spec.versions[0]?.schema.openAPIV3Schema]));
      const expected = [...byName(await readCrds(...applied))];
      expect(byName(typed)).toEqual(
        new Map(expected.map(([name, schema]) => [name, { ...schema, required: ['spec'] }])),
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('the declaration in the repository', () => {
  it('has the default ports of the settings', async () => {
    const text = await readFile(join(import.meta.dirname, '../../declaration.json'), 'utf8');
    const { ports, settings } = JSON.parse(text) as OperatorDeclaration;
    const getDefault = (name: string): unknown => settings.find((setting) => setting.name === name)?.default;
    expect(ports).toEqual({
      metrics: getDefault('metricsPort'),
      health: getDefault('healthPort'),
      webhooks: getDefault('webhookPort'),
    });
  });
});
