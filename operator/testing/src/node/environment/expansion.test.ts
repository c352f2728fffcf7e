import fc from 'fast-check';
import { expect, test } from 'vitest';

import { expand } from './command-line.ts';

const variables = new Map([
  ['A', 'one'],
  ['B', '$(A)'],
  ['EMPTY', ''],
  ['', 'nameless'],
]);

// The cases of the kubelet's own test (k8s.io/kubernetes/third_party/forked/golang/expansion).
test.each([
  ['$(A)', 'one'],
  ['x$(A)y$(A)z', 'xoneyonez'],
  ['$(EMPTY)', ''],
  ['$(NONE)', '$(NONE)'],
  ['$$(A)', '$(A)'],
  ['$$$(A)', '$one'],
  ['$$$$(A)', '$$(A)'],
  ['$$', '$'],
  ['$$$', '$$'],
  ['$', '$'],
  ['$A', '$A'],
  ['$(A', '$(A'],
  ['$(', '$('],
  ['$)', '$)'],
  ['$(A))', 'one)'],
  ['$($(A))', '$($(A))'],
  ['$(A$(B))', '$(A$(B))'],
  ['$(B)', '$(A)'],
  ['%s \\n $(A)', '%s \\n one'],
])('%s expands to %s', (text, expected) => {
  expect(expand(text, variables)).toBe(expected);
});

test('a text with every $ doubled expands to the original text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('$', '(', ')', 'A', 'B', 'é', ' ') }), (text) => {
      expect(expand(text.replaceAll('$', '$$$$'), variables)).toBe(text);
    }),
  );
});
