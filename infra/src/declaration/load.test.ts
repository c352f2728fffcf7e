import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { zooFile } from '../testing/index.ts';
import { kubewrightDeclaration, loadDeclaration } from './load.ts';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'declaration-'));
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

describe('loadDeclaration', () => {
  it('makes the paths of the CRD files absolute', () => {
    const { apis } = loadDeclaration(zooFile);
    expect(apis.map(({ crd }) => crd)).toEqual([
      path.join(path.dirname(zooFile), 'crds/animals.yaml'),
      path.join(path.dirname(zooFile), 'crds/parks.yaml'),
    ]);
  });

  it('throws with the path if the file does not exist', () => {
    const file = path.relative('', path.join(directory, 'none.json'));
    expect(() => loadDeclaration(file)).toThrow(
      `failed to read ${file}: there is no file ${path.join(directory, 'none.json')}: name the declaration.json`,
    );
  });

  it('throws with the reason if the file cannot be read', () => {
    expect(() => loadDeclaration(directory)).toThrow(
      `failed to read ${directory}: it must be a file that this process may read: EISDIR`,
    );
  });

  it('throws if the file is not JSON, with the syntax error as cause', () => {
    const file = path.join(directory, 'broken.json');
    writeFileSync(file, '{ "name": ');
    expect(() => loadDeclaration(file)).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/it must be the JSON that writeProject .* writes, but is none: \S/) as string,
        cause: expect.any(SyntaxError) as SyntaxError,
      }),
    );
  });

  it('throws with the path if the JSON is not a declaration', () => {
    const file = path.join(directory, 'package.json');
    writeFileSync(file, '{ "name": "zoo" }');
    expect(() => loadDeclaration(file)).toThrow(`failed to read ${file}: version must be`);
  });
});

describe('kubewrightDeclaration', () => {
  it('is read only once, and all its CRD files exist', () => {
    const declaration = kubewrightDeclaration();
    expect(declaration.name).toBe('kubewright');
    expect(declaration.apis.length).toBeGreaterThan(0);
    expect(declaration.apis.filter(({ crd }) => !existsSync(crd))).toEqual([]);
    expect(kubewrightDeclaration()).toBe(declaration);
  });
});
