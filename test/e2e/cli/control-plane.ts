import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { until } from '../../support/until.ts';
import type { UserProject } from '../../support/user-project.ts';

/**
 * Runs `kubewright control-plane` in a project, and sets `KUBECONFIG` for later commands. Pods with the image run the
 * bundle of the project.
 */
export async function startControlPlane(project: UserProject, image: string): Promise<AsyncDisposable> {
  const child = spawn('kubewright', ['control-plane', '--image', `${image}=output/bundle/main.js`], {
    ...{ cwd: project.folder, env: project.env, stdio: ['ignore', 'pipe', 'ignore'] },
  });
  let printed = '';
  child.stdout.on('data', (data) => (printed += String(data)));
  await until('the control plane runs', () => {
    if (!/^# folder/m.test(printed)) throw new Error(printed);
    return Promise.resolve(true);
  });
  project.env['KUBECONFIG'] = /export KUBECONFIG=(\S+)/.exec(printed)?.[1];
  return {
    async [Symbol.asyncDispose]() {
      const exit = child.exitCode === null ? once(child, 'exit') : undefined;
      child.kill('SIGTERM');
      await exit;
    },
  };
}
