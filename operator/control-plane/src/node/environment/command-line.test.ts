import fc from 'fast-check';
import { expect, test } from 'vitest';

import { buildCommandLine, buildExecLine, expand } from './command-line.ts';

const image = { command: ['/entrypoint'], args: ['cmd', '$(A)'] };
const variables = new Map([['A', 'one']]);

test.each([
  ['nothing', {}, ['/entrypoint', 'cmd', '$(A)']],
  ['args', { args: ['x', '$(A)'] }, ['/entrypoint', 'x', 'one']],
  ['command', { command: ['run', '$$(A)'] }, ['run', '$(A)']],
  ['command and args', { command: ['run'], args: ['$(A)'] }, ['run', 'one']],
  ['empty lists', { command: [], args: [] }, ['/entrypoint', 'cmd', '$(A)']],
])('the command line of a container that sets %s', (_, container, expected) => {
  expect(buildCommandLine(container, image, variables)).toEqual(expected);
});

test("an image without an entrypoint runs its command, or the container's args", () => {
  expect(buildCommandLine({}, { args: ['sh'] }, variables)).toEqual(['sh']);
  expect(buildCommandLine({ args: ['printf', '%s'] }, { args: ['sh'] }, variables)).toEqual(['printf', '%s']);
});

test("the image's executables are found by name and by path", () => {
  const program = { executables: { nginx: ['/bin/node', 'page.ts'] } };
  expect(buildCommandLine({ command: ['nginx', '-g', 'daemon off;'] }, program, variables)).toEqual([
    '/bin/node',
    'page.ts',
    '-g',
    'daemon off;',
  ]);
  expect(buildExecLine(['/usr/sbin/nginx', '$(A)'], program)).toEqual(['/bin/node', 'page.ts', '$(A)']);
  expect(buildExecLine(['/usr/sbin/other'], program)).toEqual(['/usr/sbin/other']);
});

test('a container and an image without a command are an error', () => {
  expect(() => buildCommandLine({}, {}, variables)).toThrow('no command specified');
});

const expandable = new Map([
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
  expect(expand(text, expandable)).toBe(expected);
});

test('a text with every $ doubled expands to the original text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('$', '(', ')', 'A', 'B', 'é', ' ') }), (text) => {
      expect(expand(text.replaceAll('$', '$$$$'), expandable)).toBe(text);
    }),
  );
});
