import { expect, test } from 'vitest';

import { commandLine, execLine } from './command-line.ts';

const image = { command: ['/entrypoint'], args: ['cmd', '$(A)'] };
const variables = new Map([['A', 'one']]);

test.each([
  ['nothing', {}, ['/entrypoint', 'cmd', '$(A)']],
  ['args', { args: ['x', '$(A)'] }, ['/entrypoint', 'x', 'one']],
  ['command', { command: ['run', '$$(A)'] }, ['run', '$(A)']],
  ['command and args', { command: ['run'], args: ['$(A)'] }, ['run', 'one']],
  ['empty lists', { command: [], args: [] }, ['/entrypoint', 'cmd', '$(A)']],
])('the command line of a container that sets %s', (_, container, expected) => {
  expect(commandLine(container, image, variables)).toEqual(expected);
});

test("an image without an entrypoint runs its command, or the container's args", () => {
  expect(commandLine({}, { args: ['sh'] }, variables)).toEqual(['sh']);
  expect(commandLine({ args: ['printf', '%s'] }, { args: ['sh'] }, variables)).toEqual(['printf', '%s']);
});

test("the image's executables are found by name and by path", () => {
  const program = { executables: { nginx: ['/bin/node', 'page.ts'] } };
  expect(commandLine({ command: ['nginx', '-g', 'daemon off;'] }, program, variables)).toEqual([
    '/bin/node',
    'page.ts',
    '-g',
    'daemon off;',
  ]);
  expect(execLine(['/usr/sbin/nginx', '$(A)'], program)).toEqual(['/bin/node', 'page.ts', '$(A)']);
  expect(execLine(['/usr/sbin/other'], program)).toEqual(['/usr/sbin/other']);
});

test('the command line of a container and an image without a command is an error', () => {
  expect(() => commandLine({}, {}, variables)).toThrow('no command specified');
});
