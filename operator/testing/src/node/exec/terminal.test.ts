import { execFileSync } from 'node:child_process';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { inTerminal, quoted } from './terminal.ts';

test('the shell of `script` does not expand the words of a command', () => {
  const word = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.stringMatching(/^['"\\$`!*;&|<>(){}\n #~-]{0,8}$/),
  );
  const words = fc.array(
    word.filter((text) => !text.includes('\0')),
    { minLength: 1, maxLength: 5 },
  );
  fc.assert(
    fc.property(words, (list) => {
      const out = execFileSync('/bin/sh', ['-c', `printf '%s\\0' ${list.map(quoted).join(' ')}`], { encoding: 'utf8' });
      expect(out.split('\0').slice(0, -1)).toEqual(list);
    }),
    { numRuns: 60 },
  );
});

test("a command in a terminal has the container's SHELL, or no SHELL if the container has none", () => {
  const line = (env: Record<string, string>): string => inTerminal(['env', "it's"], env).args.at(-2) ?? '';
  expect(line({})).toBe(String.raw`unset SCRIPT; unset SHELL; exec 'env' 'it'\''s'`);
  expect(line({ SHELL: '/bin/bash' })).toBe(String.raw`unset SCRIPT; SHELL='/bin/bash'; exec 'env' 'it'\''s'`);
  expect(inTerminal(['sh'], { TERM: 'vt100' }).env).toEqual({ TERM: 'vt100', SHELL: '/bin/sh' });
});
