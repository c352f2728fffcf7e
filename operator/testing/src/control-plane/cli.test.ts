import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

const script = fileURLToPath(new URL('./cli.ts', import.meta.url));

const ending = (...args: readonly string[]) =>
  new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [script, ...args], (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, stdout, stderr });
    });
  });

it(
  'its help says how it is called, every flag, and what it takes from the environment',
  { timeout: 60_000 },
  async () => {
    const { code, stdout } = await ending('--help');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Usage: kubewright-control-plane \[options\]\n/);
    for (const part of ['--image <image=script>', '--no-node', 'KUBEBUILDER_ASSETS', 'KUBEWRIGHT_CACHE'])
      expect(stdout).toContain(part);
  },
);

it('a flag that does not exist is refused in a line, with where the others stand', { timeout: 60_000 }, async () => {
  expect(await ending('--nope')).toEqual({
    code: 1,
    stdout: '',
    stderr: "error: unknown option '--nope'\nsee --help\n",
  });
});
