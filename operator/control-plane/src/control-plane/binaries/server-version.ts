import { execFile } from 'node:child_process';
import { basename, dirname } from 'node:path';
import { promisify } from 'node:util';

import { OperatorError } from '@kubewright/runtime/internal/base';

const run = promisify(execFile);

/**
 * Returns the version of a kube-apiserver executable, such as `1.36.4`: from the name of its cache folder, or else by
 * running it.
 */
export async function readServerVersion(executable: string): Promise<string> {
  const cached = /^(\d+\.\d+\.\d+)-.*-[0-9a-f]{12}$/.exec(basename(dirname(executable)))?.[1];
  if (cached !== undefined) return cached;
  const { stdout } = await run(executable, ['--version']);
  const version = /Kubernetes v(\d+\.\d+\.\d+)/.exec(stdout)?.[1];
  if (version !== undefined) return version;
  throw new OperatorError('CLUSTER_FAILED', `read the version of ${executable}`, {
    hint: `the version is missing in its output: ${stdout.trim()}`,
  });
}
