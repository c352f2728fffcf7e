import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { defineApi, t } from '../../../operator/runtime/src/api/index.ts';
import { listApis } from '../../../operator/runtime/src/manager/index.ts';
import { kubewright } from '../../../operator/src/kubewright.ts';
import { renderIndex } from './render-index.ts';
import { renderConstructs } from './render.ts';

const folder = path.resolve(import.meta.dirname, '../../../imports');

describe('the index', () => {
  it('exports classes and enums as values and interfaces as types, and does not export functions', () => {
    const text =
      'export class Pet extends ApiObject {\nexport enum Kind {\nexport interface PetProps {\nexport function x() {\n';
    expect(renderIndex([{ file: 'pet.ts', text }])).toContain(
      "export {\n  Pet,\n  Kind,\n  type PetProps,\n} from './pet.ts';\n",
    );
  });

  it('throws for two exports of the same name', () => {
    const text = 'export interface Spec {\n';
    const modules = ['a.ts', 'b.ts'].map((file) => ({ file, text }));
    expect(() => renderIndex(modules)).toThrow('failed to index imports/: a.ts and b.ts both export type Spec');
  });
});

describe('imports/', () => {
  it('contains exactly the files generated from our APIs', { timeout: 60_000 }, async () => {
    const files = readdirSync(folder).filter((file) => file.endsWith('.ts'));
    const committed = files.map((file) => [file, readFileSync(path.join(folder, file), 'utf8')] as const);
    const rendered = await renderConstructs(listApis(kubewright));
    expect(new Map(committed)).toEqual(new Map([...rendered].sort()));
  });
});

describe('renderConstructs', () => {
  const [Animal, Park] = ['Animal', 'Park'].map((kind) =>
    defineApi({ group: 'zoo.example', version: 'v1', kind, spec: t.object({ size: t.integer({ default: 1 }) }) }),
  );

  it('retains two kinds of the same group, and requires the spec of each', { timeout: 60_000 }, async () => {
    const files = await renderConstructs([Animal!, Park!]);
    expect([...files.keys()]).toEqual(['index.ts', 'animal-zoo.example.ts', 'park-zoo.example.ts']);
    expect(files.get('index.ts')).toMatch(/ {2}Animal,\n[^}]*} from '\.\/animal-zoo\.example\.ts';/);
    expect(files.get('index.ts')).toMatch(/ {2}Park,\n[^}]*} from '\.\/park-zoo\.example\.ts';/);
    for (const kind of ['Animal', 'Park']) {
      const text = files.get(`${kind.toLowerCase()}-zoo.example.ts`);
      expect(text).toContain(`constructor(scope: Construct, id: string, props: ${kind}Props)`);
      expect(text).toContain(`readonly spec: ${kind}Spec;`);
      expect(text).toContain('readonly size?: number;');
    }
  });
});
