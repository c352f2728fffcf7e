import { execFile } from 'node:child_process';

import { DeployError } from './deploy-error.ts';

/** Reads from the cluster of kubectl. Rejects with what kubectl printed. */
export type Kubectl = (args: readonly string[]) => Promise<string>;

const most = 256 * 1024 * 1024; // bytes of output

/** @param command the path of kubectl @param env its environment, which names the kubeconfig */
export function kubectlFor(command: string, env: NodeJS.ProcessEnv): Kubectl {
  return (args) =>
    new Promise((resolve, reject) => {
      const child = execFile(
        command,
        ['--request-timeout=10s', ...args],
        { env, maxBuffer: most },
        (error, stdout, stderr) => {
          if (error === null) resolve(stdout);
          else reject(error.code === 'ENOENT' ? notFound(command) : new Error(stderr.trim() || error.message));
        },
      );
      child.stdin?.end(); // kubectl asks for a user name and a password if the kubeconfig has no credentials
    });
}

function notFound(command: string): DeployError {
  return new DeployError(`failed to run ${command}: there is none: install kubectl, or name its path by --kubectl`);
}
