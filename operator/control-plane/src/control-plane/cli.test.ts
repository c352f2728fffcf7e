import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, it, vi } from 'vitest';

import { useTemporaryFolder } from '../../fixtures/temporary-folder.ts';
import { acquireLock } from './binaries/install.ts';
import { binariesDirectory, readPins, thisHost } from './binaries/pins.ts';

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

it('assets ends quietly with code 130 after Ctrl-C', { timeout: 60_000 }, async () => {
  const { KUBEBUILDER_ASSETS: _, KUBEWRIGHT_KUBERNETES_VERSION: __, ...others } = process.env;
  const env = { ...others, KUBEWRIGHT_CACHE: folder };
  const directory = binariesDirectory(await readPins(), { ...thisHost, env });
  await mkdir(dirname(directory), { recursive: true });
  // Holds the lock, so that the command waits as if this process were installing the executables.
  await using _lock = await acquireLock(`${directory}.lock`);
  const child = spawn(process.execPath, [script, 'assets'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (printed += String(data)));
  await vi.waitFor(() => expect(printed).toContain('waiting for process'), { timeout: 30_000 });
  child.kill('SIGINT');
  expect(await closed).toEqual([130, null]);
  expect(printed).toMatch(/^waiting for process \d+, .*\n$/);
});
