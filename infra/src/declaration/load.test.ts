import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { zooFile } from '../testing/zoo.ts';
import { getKubewrightDeclaration, loadDeclaration } from './load.ts';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'declaration-'));
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

describe('loadDeclaration', () => {
  const writeParkFolder = (change: (text: string) => string): string => {
    const declaration = JSON.parse(readFileSync(zooFile, 'utf8')) as { apis: { kind: string; crd: string }[] };
    const [park] = declaration.apis.filter(({ kind }) => kind === 'Park');
    const file = path.join(directory, 'declaration.json');
    writeFileSync(file, JSON.stringify({ ...declaration, apis: [{ ...park, crd: 'parks.yaml' }] }));
    const text = readFileSync(path.join(path.dirname(zooFile), park!.crd), 'utf8');
    writeFileSync(path.join(directory, 'parks.yaml'), change(text));
    return file;
  };

  it('reads the CRD files, whose paths are relative to the declaration', () => {
    const { apis } = loadDeclaration(zooFile);
    expect(apis).toMatchObject([
      { kind: 'Animal', crd: { kind: 'CustomResourceDefinition', metadata: { name: 'animals.zoo.example' } } },
      { kind: 'Park', crd: { kind: 'CustomResourceDefinition', metadata: { name: 'parks.zoo.example' } } },
    ]);
  });

  it('returns JSON that needs no other file', () => {
    const saved = path.join(directory, 'saved.json');
    writeFileSync(saved, JSON.stringify(loadDeclaration(zooFile)));
    expect(loadDeclaration(saved)).toEqual(loadDeclaration(zooFile));
  });

  it('throws with the path if a CRD file does not exist, or contains another CRD', () => {
    const file = writeParkFolder((text) => text.replace('name: parks.zoo.example', 'name: gardens.zoo.example'));
    const crd = path.join(directory, 'parks.yaml');
    const what = 'a YAML file with the CustomResourceDefinition parks.zoo.example of kind Park';
    expect(() => loadDeclaration(file)).toThrow(`failed to read ${crd}: it must be ${what}, but lacks this CRD`);
    rmSync(crd);
    expect(() => loadDeclaration(file)).toThrow(`failed to read ${crd}: ${crd} does not exist: it must be ${what}`);
  });

  it('throws with the path if YAML 1.1 and YAML 1.2 parsers read a CRD file differently', () => {
    const file = writeParkFolder((text) =>
      text.replace('kind: CustomResourceDefinition', '$&\nextra: { description: on }'),
    );
    expect(() => loadDeclaration(file)).toThrow(
      /parks\.yaml: .*description is true in YAML 1\.1 and "on" in YAML 1\.2/,
    );
  });

  it('throws with the path if the file does not exist', () => {
    const file = path.relative('', path.join(directory, 'none.json'));
    expect(() => loadDeclaration(file)).toThrow(
      `failed to read ${file}: ${path.join(directory, 'none.json')} does not exist: it must be the declaration.json`,
    );
  });

  it('throws with the reason if the file cannot be read', () => {
    expect(() => loadDeclaration(directory)).toThrow(
      `failed to read ${directory}: this process cannot read it: EISDIR`,
    );
  });

  it('throws if the file is not JSON, with the syntax error as cause', () => {
    const file = path.join(directory, 'broken.json');
    writeFileSync(file, '{ "name": ');
    expect(() => loadDeclaration(file)).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(
          /it must be the declaration\.json that writeProject .* writes, but is not JSON: \S/,
        ) as string,
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

describe('getKubewrightDeclaration', () => {
  it('equals the declaration that loadDeclaration reads from our files', () => {
    const file = path.resolve(__dirname, '../../../operator/declaration.json');
    expect(getKubewrightDeclaration()).toEqual(loadDeclaration(file));
  });
});
