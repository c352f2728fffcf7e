import { expect, it } from 'vitest';

import { CommandError, describeError } from './report-error.ts';

function throwAt(stack: string, cause?: unknown): Error {
  const error = new Error('boom', { cause });
  error.stack = `Error: boom\n${stack}`;
  return error;
}

const own = '    at file:///srv/cafes/src/cafe.ts?generation=3:7:11';
const installed = '    at reconcile (file:///srv/cafes/node_modules/@kubewright/runtime/dist/index.js:1:2)';

it('an error of the command is printed without a stack', () => {
  const error = new CommandError('open /cafes', 'set --project');
  expect(describeError(error)).toBe('failed to open /cafes: set --project');
});

it("an error of the author's code is printed with its line", () => {
  expect(describeError(throwAt(`${installed}\n${own}`))).toBe('boom\n  at /srv/cafes/src/cafe.ts:7:11');
});

it('the line is that of a cause, if the error itself comes from a package', () => {
  expect(describeError(throwAt(installed, throwAt(own)))).toBe('boom\n  at /srv/cafes/src/cafe.ts:7:11');
});

it('a thrown value that is not an error is printed as text', () => {
  expect(describeError('out of coffee')).toBe('out of coffee');
});
