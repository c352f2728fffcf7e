import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

import { expect, it } from 'vitest';

import { root } from '../../../scripts/run.ts';

const run = promisify(execFile);
const command = path.join(root, 'operator/control-plane/src/control-plane/cli.ts');

/** Runs the Go suite with envtest. Of the control plane's variables it gets only these. */
async function runSuite(variables: Readonly<Record<string, string>>): Promise<string> {
  const { KUBECONFIG: _, KUBEBUILDER_ASSETS: __, ...env } = process.env;
  const cwd = path.join(import.meta.dirname, 'suite');
  const { stdout } = await run('go', ['test', '-count=1', '-v', '.'], {
    cwd,
    env: { ...env, CGO_ENABLED: '0', GOWORK: 'off', ...variables },
  });
  return stdout;
}

it('envtest starts the executables of kubewright-control-plane assets', async () => {
  const { stdout } = await run(process.execPath, [command, 'assets']);
  expect(await runSuite({ KUBEBUILDER_ASSETS: stdout.trim() })).toContain('--- PASS: TestCreatesAConfigMap');
});

it('envtest uses the control plane that kubewright-control-plane --print-env names', async () => {
  const child = spawn(process.execPath, [command, '--print-env', '--no-node'], { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const variables: Record<string, string> = { USE_EXISTING_CLUSTER: 'true' };
    for await (const line of createInterface(child.stdout)) {
      const [name = '', value = ''] = line.split('=');
      variables[name] = value;
      if (name === 'KUBECONFIG') break;
    }
    expect(await runSuite(variables)).toContain('--- PASS: TestCreatesAConfigMap');
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
});
