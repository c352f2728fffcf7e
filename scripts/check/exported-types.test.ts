import { beforeAll, describe, expect, it } from 'vitest';

import { compileAuthor, buildPackedTypes, type PackedTypes } from './exported-types.ts';
import { kubewright } from '../../operator/src/kubewright.ts';
import { readRepositoryText } from '../files.ts';

/** Names of our kinds, controllers and samples. Modules need not use all of them, because all have the same types. */
const ofOurKinds = new Set(
  kubewright.controllers.flatMap(({ api: { kind } }) => [
    ...[kind, `${kind}Sample`, `${kind}Samples`],
    kind.charAt(0).toLowerCase() + kind.slice(1),
  ]),
);

describe.each([
  {
    what: 'the runtime',
    folders: [
      'operator/declaration',
      'operator/runtime',
      'operator/control-plane',
      'operator/testing',
      'operator/generate',
      'operator',
    ],
    author: ['author', 'tester', 'guard', 'converter', 'image', 'importer']
      .map((name) => readRepositoryText(`scripts/check/exporting-${name}.ts`))
      .join('\n'),
    index: '@kubewright/runtime/dist/index.d.ts',
    type: 'ApiOf',
  },
  {
    what: 'infra',
    folders: ['operator/declaration', 'infra'],
    author: readRepositoryText('scripts/check/exporting-deployer.ts'),
    index: '@kubewright/infra/dist/index.d.ts',
    type: 'ArgoCdApplication',
  },
])('a user of $what whose project emits declarations', { timeout: 120_000 }, ({ folders, author, index, type }) => {
  let types: PackedTypes;

  beforeAll(async () => {
    types = await buildPackedTypes(folders);
  }, 180_000);

  it("exports the results of the package's functions, without type annotations", () => {
    expect(compileAuthor(author, types)).toEqual([]);
  });

  it('gets an error for a type that the package does not export', () => {
    const files = new Map(types.files);
    files.set(index, files.get(index)?.replace(new RegExp(`\\btype ${type},`), '') ?? '');
    expect(compileAuthor(author, { ...types, files })).toContainEqual(
      expect.stringContaining(`cannot be named without a reference to '${type}'`),
    );
  });

  it('uses every export of the package, except for kinds and data formats', () => {
    const entries = [...types.values].filter(([entry]) => !/\/(kinds|declaration|declaration\/kubectl)$/.test(entry));
    const isUsed = (name: string): boolean => (author.match(new RegExp(`\\b${name}\\b`, 'g'))?.length ?? 0) > 1;
    const unused = entries.flatMap(([entry, names]) =>
      names.filter((name) => !isUsed(name) && !ofOurKinds.has(name)).map((name) => `${entry}: ${name}`),
    );
    expect(entries.length).toBeGreaterThan(1);
    expect(unused).toEqual([]);
  });
});
