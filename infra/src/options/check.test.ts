import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { findNearest } from './index.ts';

describe('findNearest', () => {
  const known = ['namespaces', 'replicas', 'image', 'settings'];

  it('finds a word with one letter changed, removed or added', () => {
    const typo = fc
      .constantFrom(...known)
      .chain((word) =>
        fc
          .nat(word.length - 1)
          .chain((at) =>
            fc
              .constantFrom(`${word.slice(0, at)}${word.slice(at + 1)}`, `${word.slice(0, at)}x${word.slice(at)}`)
              .map((wrong) => ({ word, wrong })),
          ),
      );
    fc.assert(fc.property(typo, ({ word, wrong }) => findNearest(wrong, known) === word));
  });

  it('finds nothing for a different word', () => {
    for (const word of ['colour', 'x', 'tls']) expect(findNearest(word, known)).toBeUndefined();
  });
});
