import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

const script = fileURLToPath(new URL('./cli.ts', import.meta.url));

const runUntilEnd = (...args: readonly string[]) =>
  new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [script, ...args], (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, stdout, stderr });
    });
  });

it('its help has the usage, every flag, and the environment variables', { timeout: 60_000 }, async () => {
  const { code, stdout } = await runUntilEnd('--help');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Usage: kubewright-control-plane \[options\]\n/);
  for (const part of ['--image <image=script>', '--no-node', 'KUBEBUILDER_ASSETS', 'KUBEWRIGHT_CACHE'])
    expect(stdout).toContain(part);
});

it('an unknown flag is rejected in one line, with a hint to --help', { timeout: 60_000 }, async () => {
  expect(await runUntilEnd('--nope')).toEqual({
    code: 1,
    stdout: '',
    stderr: "error: unknown option '--nope'\nsee --help\n",
  });
});
