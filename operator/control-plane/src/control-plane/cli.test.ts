import { execFile } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import { useTemporaryFolder } from '../../fixtures/temporary-folder.ts';

const script = fileURLToPath(new URL('./cli.ts', import.meta.url));

let folder = '';
useTemporaryFolder((path) => void (folder = path));

const runUntilEnd = (...args: readonly string[]) =>
  new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    const env = { ...process.env, KUBEBUILDER_ASSETS: folder };
    execFile(process.execPath, [script, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, stdout, stderr });
    });
  });

it('its help has the usage, every flag, and the environment variables', { timeout: 60_000 }, async () => {
  const { code, stdout } = await runUntilEnd('--help');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Usage: kubewright-control-plane \[options\] \[command\]\n/);
  for (const part of ['--image <image=script>', '--no-node', '--kubernetes-version', 'KUBEBUILDER_ASSETS'])
    expect(stdout).toContain(part);
});

it('an unknown flag is rejected in one line, with a hint to --help', { timeout: 60_000 }, async () => {
  expect(await runUntilEnd('--nope')).toEqual({
    code: 1,
    stdout: '',
    stderr: "error: unknown option '--nope'\nsee --help\n",
  });
});

it('assets prints the folder of the executables that envtest needs', { timeout: 60_000 }, async () => {
  for (const name of ['etcd', 'kube-apiserver', 'kubectl']) {
    await writeFile(join(folder, name), '');
    await chmod(join(folder, name), 0o755);
  }
  expect(await runUntilEnd('assets')).toEqual({ code: 0, stdout: `${folder}\n`, stderr: '' });
  expect(await runUntilEnd('assets', '--kubernetes-version', '1.34')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('KUBEBUILDER_ASSETS has a kube-apiserver') as string,
  });
});
