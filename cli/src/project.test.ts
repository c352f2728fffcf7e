import { mkdtempSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { describeVersionDrift, getImage, loadOperator, openProject } from './project.ts';

let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'cli project-')));
  mkdirSync(path.join(folder, 'src'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function write(file: string, text: string): void {
  writeFileSync(path.join(folder, file), text);
}

describe('a project', () => {
  it('is named by its package.json', () => {
    write('package.json', '{ "name": "cafes", "kubewright": { "image": "registry.example/cafes" } }');
    write('src/operator.ts', '');
    const project = openProject(folder);
    expect(project).toMatchObject({ folder, module: 'src/operator.ts', description: 'The operator cafes.' });
    expect(getImage(project)).toBe('registry.example/cafes');
  });

  it('has one version', () => {
    write('src/operator.ts', '');
    const describeDrift = (packageJson: string): string | undefined => {
      write('package.json', packageJson);
      return describeVersionDrift(openProject(folder), { version: '0.3.0' });
    };
    expect(describeDrift('{ "version": "0.3.0" }')).toBeUndefined();
    expect(describeDrift('{}')).toBeUndefined();
    expect(describeDrift('{ "version": "0.4.0" }')).toBe(
      'the operator in src/operator.ts has version 0.3.0, but package.json has 0.4.0',
    );
  });

  it('is opened at its real path through a symbolic link', () => {
    write('package.json', '{}');
    write('src/operator.ts', '');
    symlinkSync(folder, path.join(folder, 'link'));
    expect(openProject(path.join(folder, 'link')).folder).toBe(folder);
  });

  it('is rejected with what to do, if it is not one', () => {
    expect(() => openProject(`${folder}/missing`)).toThrow(
      `failed to open ${folder}/missing: the folder does not have`,
    );
    expect(() => openProject(folder)).toThrow(
      'the folder does not have a package.json: change to the folder of an operator',
    );
    write('package.json', '{ name }');
    expect(() => openProject(folder)).toThrow(`failed to read ${folder}/package.json`);
    write('package.json', '{}');
    expect(() => openProject(folder)).toThrow('src/operator.ts is missing: create it');
  });

  it.each([
    ['null', 'the file does not contain a JSON object: see https://docs.npmjs.com/cli/configuring-npm/package-json'],
    ['[]', 'the file does not contain a JSON object'],
    ['{ "name": 7 }', 'the field name must be a string'],
    ['{ "description": {} }', 'the field description must be a string'],
    ['{ "kubewright": "src/main.ts" }', 'the field kubewright must be an object with operator and image'],
    ['{ "kubewright": { "operator": 5 } }', 'the field kubewright.operator must be a string'],
    ['{ "kubewright": { "image": null } }', 'the field kubewright.image must be a string'],
    ['// hi\n{}', "the file is not valid JSON (comments are not allowed): Unexpected token '/'"],
  ])('is rejected with the wrong field of its package.json: %s', (text, message) => {
    write('package.json', text);
    write('src/operator.ts', '');
    expect(() => openProject(folder)).toThrow(`failed to read ${folder}/package.json: ${message}`);
  });

  it('may have a byte order mark in its package.json, as editors on Windows write', () => {
    write('package.json', '\uFEFF{ "name": "cafes" }\r\n');
    write('src/operator.ts', '');
    expect(openProject(folder).packageJson).toEqual({ name: 'cafes' });
  });

  it('is rejected if its module is a folder', () => {
    write('package.json', '{ "kubewright": { "operator": "src" } }');
    expect(() => openProject(folder)).toThrow('src is not a file: name the module');
  });

  it('must export an operator, and have an image where one is needed', async () => {
    write('package.json', '{}');
    write('src/operator.ts', 'export const cafes = 1;');
    const project = openProject(folder);
    await expect(loadOperator(project)).rejects.toThrow('the module does not export `operator`');
    expect(() => getImage(project)).toThrow('add "kubewright": { "image": "registry.example/name" } to package.json');
  });

  it.each([
    ['null', '`operator` is null'],
    ['{}', 'the name of `operator` is not a string'],
    ["{ name: 'cafes', version: 1 }", 'the version of `operator` is not a string'],
    ["{ name: 'cafes', version: '1' }", 'controllers of `operator` is not a list'],
    [
      "{ name: 'cafes', version: '1', controllers: [{}, undefined] }",
      'controllers[1] of `operator` is undefined; do modules import each other in a circle?',
    ],
    ["{ name: 'cafes', version: '1', controllers: [], webhooks: {} }", 'webhooks of `operator` is not a list'],
  ])('is rejected if its export is not an operator: %s', async (operator, problem) => {
    write('package.json', '{}');
    write('src/operator.ts', `export const operator = ${operator};`);
    const file = path.join(folder, 'src/operator.ts');
    await expect(loadOperator(openProject(folder))).rejects.toThrow(`failed to load ${file}: ${problem}`);
  });
});
