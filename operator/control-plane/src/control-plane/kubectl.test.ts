import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { runKubectl, type KubectlSetup } from './kubectl.ts';
import { useTemporaryFolder } from '../../fixtures/temporary-folder.ts';

let directory = '';
useTemporaryFolder((path) => void (directory = path));

async function createFake(script: string): Promise<KubectlSetup> {
  const command = join(directory, 'kubectl');
  await writeFile(command, `#!/bin/sh\n${script}\n`);
  await chmod(command, 0o755);
  return { command, kubeconfig: '/admin', cacheDirectory: '/cache' };
}

test('arguments are passed on unchanged, input on stdin, and stdout is returned', async () => {
  const setup = await createFake('echo "$1|$2|$KUBECONFIG|$KUBECACHEDIR"; cat');
  expect(await runKubectl(setup, ['get', '$(id) *'], { input: 'kind: Pod' })).toBe(
    'get|$(id) *|/admin|/cache\nkind: Pod',
  );
});

test('a failure shows the arguments and stderr', async () => {
  const setup = await createFake('echo "pods is forbidden" >&2; exit 1');
  await expect(runKubectl(setup, ['get', 'pods'])).rejects.toThrow(
    'failed to run kubectl get pods (exit code 1): pods is forbidden',
  );
});

test('unread input is not a failure', async () => {
  const setup = await createFake('echo done');
  expect(await runKubectl(setup, [], { input: 'x'.repeat(1_000_000) })).toBe('done\n');
});

test('an abort ends kubectl', async () => {
  const setup = await createFake('exec sleep 600');
  const reason = new Error('enough');
  const running = runKubectl(setup, [], { signal: AbortSignal.abort(reason) });
  await expect(running).rejects.toBe(reason);
});

test('a missing executable is an error', async () => {
  const setup = { command: join(directory, 'missing'), kubeconfig: '', cacheDirectory: '' };
  await expect(runKubectl(setup, [])).rejects.toThrow('failed to run kubectl: kubectl is not on your PATH');
});
