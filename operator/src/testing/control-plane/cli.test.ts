import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

const script = fileURLToPath(new URL('./cli.ts', import.meta.url));

it('a flag that does not exist is refused in a line, with where the others stand', { timeout: 60_000 }, async () => {
  const ended = await new Promise((resolve) => {
    execFile(process.execPath, [script, '--nope'], (error, _stdout, stderr) => {
      resolve({ code: error?.code, stderr });
    });
  });
  expect(ended).toEqual({ code: 1, stderr: "error: unknown option '--nope'\nsee --help\n" });
});
