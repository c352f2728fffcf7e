import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { findGo, isAtLeast } from './build.ts';
import { useTemporaryFolder } from '../../../fixtures/temporary-folder.ts';

let directory = '';
useTemporaryFolder((path) => void (directory = path));

async function installFakeGo(script: string): Promise<void> {
  await writeFile(join(directory, 'go'), `#!/bin/sh\n${script}\n`);
  await chmod(join(directory, 'go'), 0o755);
}

test.each([
  ['1.26.8', true],
  ['1.26rc1', true],
  ['1.27', true],
  ['2.0.0', true],
  ['1.25.9', false],
  ['1.9', false],
  ['devel', false],
])('%s is new enough for 1.26: %s', (version, expected) => {
  expect(isAtLeast(version, '1.26')).toBe(expected);
});

test('a toolchain reports its own version, not the one that it would download', async () => {
  await installFakeGo('[ "$GOTOOLCHAIN" = local ] && [ "$*" = "env GOVERSION" ] && echo go1.26.8');
  expect(await findGo('1.26', { PATH: directory })).toEqual({ found: true, version: '1.26.8' });
});

test.each([
  ['none', undefined, 'go is not in PATH'],
  ['an old one', 'echo go1.24.1', 'Go 1.24.1 is too old; use 1.26 or newer'],
  ['a broken one', 'echo oops >&2; exit 1', /go cannot be run: .*oops/s],
])('%s is rejected with the reason', async (_, script, why) => {
  if (script !== undefined) await installFakeGo(script);
  expect(await findGo('1.26', { PATH: directory })).toEqual({
    found: false,
    why: expect.stringMatching(why) as string,
  });
});
