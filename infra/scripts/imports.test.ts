import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { renderIndex } from './imports-index.mts';
import { importSpecs, withImports } from './imports-list.mts';
import { renderImports } from './render-imports.mts';

const root = path.resolve(__dirname, '../..');

const declaring = (...apis: [kind: string, crd: string][]): string =>
  JSON.stringify({ apis: apis.map(([kind, crd]) => ({ kind, crd })) });

describe('importSpecs', () => {
  it('gives every file a module name after its kind', () => {
    expect(
      importSpecs(declaring(['ScheduledEcho', 'crds/a.yaml'], ['HTTPRoute', 'crds/b.yaml'], ['Pet', 'crds/c.yaml'])),
    ).toEqual([
      'scheduled-echo:=operator/crds/a.yaml',
      'http-route:=operator/crds/b.yaml',
      'pet:=operator/crds/c.yaml',
    ]);
  });

  it('lists a file once, even if it has several versions', () => {
    expect(importSpecs(declaring(['Pet', 'crds/c.yaml'], ['Pet', 'crds/c.yaml']))).toHaveLength(1);
  });
});

describe('withImports', () => {
  const configuration = '# a comment\napp: x # another\nimports:\n  - old:=operator/crds/old.yaml\n';

  it('replaces the list and keeps everything else', () => {
    expect(withImports(configuration, ['a:=b', 'c:=d'])).toBe(
      '# a comment\napp: x # another\nimports:\n  - a:=b\n  - c:=d\n',
    );
  });

  it('can empty the list and fill it again', () => {
    const empty = withImports(configuration, []);
    expect(empty).toBe('# a comment\napp: x # another\nimports: []\n');
    expect(withImports(empty, ['old:=operator/crds/old.yaml'])).toBe(configuration);
  });

  it.each(['app: x\n', `${configuration}output: y\n`, `${configuration}imports:\n`])('throws for %j', (text) => {
    expect(() => withImports(text, [])).toThrow('"imports:" and its list must be at the end, once');
  });
});

describe('renderIndex', () => {
  it('exports classes and enums as values and interfaces as types, and does not export functions', () => {
    const text =
      'export class Pet extends ApiObject {\nexport enum Kind {\nexport interface PetProps {\nexport function x() {\n';
    expect(renderIndex([{ file: 'pet.ts', text }])).toContain(
      "export {\n  Pet,\n  Kind,\n  type PetProps,\n} from './pet.ts';\n",
    );
  });

  it('throws for two exports of the same name', () => {
    const text = 'export interface Spec {\n';
    expect(() =>
      renderIndex([
        { file: 'a.ts', text },
        { file: 'b.ts', text },
      ]),
    ).toThrow('failed to index imports/: a.ts and b.ts both export type Spec');
  });
});

describe('imports/', () => {
  it("contains exactly the files that are generated from the operator's CRDs", { timeout: 60_000 }, () => {
    const files = readdirSync(path.join(root, 'imports')).filter((file) => file.endsWith('.ts'));
    const committed = files.map((file) => [file, readFileSync(path.join(root, 'imports', file), 'utf8')] as const);
    expect(new Map(committed)).toEqual(new Map([...renderImports(root)].sort()));
  });

  it('is listed completely in cdk8s.yaml', () => {
    const specs = importSpecs(readFileSync(path.join(root, 'operator/declaration.json'), 'utf8'));
    const configuration = readFileSync(path.join(root, 'cdk8s.yaml'), 'utf8');
    expect(withImports(configuration, specs)).toBe(configuration);
  });
});

describe('renderImports', () => {
  let repository: string;

  beforeEach(() => {
    repository = mkdtempSync(path.join(tmpdir(), 'repository-'));
    mkdirSync(path.join(repository, 'operator'));
  });

  afterEach(() => rmSync(repository, { recursive: true, force: true }));

  it('keeps two kinds of the same group', { timeout: 60_000 }, () => {
    cpSync(path.join(root, 'infra/fixtures/zoo'), path.join(repository, 'operator'), { recursive: true });
    const files = renderImports(repository);
    expect([...files.keys()]).toEqual(['index.ts', 'animal-zoo.example.ts', 'park-zoo.example.ts']);
    expect(files.get('index.ts')).toMatch(/ {2}Animal,\n[^}]*} from '\.\/animal-zoo\.example\.ts';/);
    expect(files.get('index.ts')).toMatch(/ {2}Park,\n[^}]*} from '\.\/park-zoo\.example\.ts';/);
  });

  it('throws if a CRD file does not exist', { timeout: 60_000 }, () => {
    writeFileSync(path.join(repository, 'operator/declaration.json'), declaring(['Pet', 'crds/none.yaml']));
    expect(() => renderImports(repository)).toThrow(/none\.yaml/);
  });
});
