import { beforeAll, describe, expect, it } from 'vitest';

import { errorsOfAuthor, packedTypes, type PackedTypes } from './exported-types.ts';
import { textOf } from './files.ts';

const author = textOf('test/repo/exporting-author.ts');

let types: PackedTypes;

beforeAll(() => {
  types = packedTypes('operator');
}, 180_000);

describe('an author whose project makes declarations', { timeout: 60_000 }, () => {
  it('exports what every function of the package gives, without a type written down', () => {
    expect(errorsOfAuthor(author, types)).toEqual([]);
  });

  it('is told of a type that the package does not export', () => {
    const files = new Map(types.files);
    files.set('dist/index.d.ts', files.get('dist/index.d.ts')?.replace(/\btype ApiOf,/, '') ?? '');
    expect(errorsOfAuthor(author, { ...types, files })).toContainEqual(
      expect.stringMatching(/^Shop: .*'Shop' cannot be named without a reference to 'ApiOf'/),
    );
  });

  it('leaves out nothing that the package exports', () => {
    const [, kinds] = [...types.values].find(([entry]) => entry.endsWith('/kinds')) ?? [];
    const others = [...types.values].filter(([, names]) => names !== kinds);
    const unused = others.flatMap(([entry, names]) =>
      names
        .filter((name) => (author.match(new RegExp(`\\b${name}\\b`, 'g'))?.length ?? 0) < 2)
        .map((name) => `${entry}: ${name}`),
    );
    expect(others).toHaveLength(4);
    expect(unused).toEqual([]);
  });
});
